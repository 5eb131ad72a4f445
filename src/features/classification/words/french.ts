import type { Lexicon } from './lexicon.ts';

export const FRENCH: Lexicon = {
  animals: `renard* loup loups louve lièvre* lapin* ours ourse chat chats chatte ~chien chiens chienne souris rat rats coq coqs poule*
    poulet* poussin* oie oies canard* moineau* corbeau* corneille* pie pies cigogne* hirondelle* rossignol* alouette* aigle* faucon*
    hibou* colombe* pigeon* perroquet* paon coucou lion lions lionne tigre* âne ânes boeuf* bœuf* vache* taureau* veau chèvre* bouc
    mouton* agneau* brebis cochon* porc* sanglier* hérisson* écureuil* taupe cerf* biche* singe* éléphant* chameau* grenouille* crapaud*
    escargot* tortue* poisson* abeille* guêpe* fourmi* mouche* puce cigale* araignée* papillon* ~bête ~bêtes animal ~animaux ~oiseau*
    cygne* perdrix`,
  creatures: `géant* géante troll* ogre* ogresse dragon* fée fées elfe* ~nain ~nains naine gnome* lutin* farfadet* ondin* sirène* génie génies
    djinn* monstre* démon* licorne* griffon* phénix basilic ~serpent* sylphe* korrigan* magot`,
  death: `~mort ~morte morts mortes ~mourir mourut mourant cadavre* cercueil* tombe tombeau* cimetière* fantôme* spectre* revenant* meurtr*
    assassin* ~sang sanglant* ~tuer tua ~tué tuée diable* enfer satan crâne* squelette* potence* pendu* bourreau* horreur* horrible*
    ~terrible* terreur poison* empoisonn* enterr* désespoir suaire* linceul* minuit péché ~âme ~cruel* ~méchant* misère trancha égorg*`,
  love: `amour* ~aimer ~aimait ~aima ~aime ~aimé aimée amant* amoureu* bien-aimé* fiancé* fiançailles ~mari ~marier ~mariage* ~noce ~noces épous* ~époux
    épouse baiser* embrass* prétendant* ~coeur* ~cœur* tendre* tendresse* ~beauté* ~charmant* ~charmante fidèle* passion*`,
  spells: `enchant* désenchant* sortilège* ensorcel* sorcier* sorcière* magicien* magie magique* métamorphos* transform* changé_en
    changée_en changés_en baguette* maudit* malédiction* ~marraine* ~belle-mère invisible* ~charme délivr* endormi* forme_humaine
    forme_première`,
  roads: `épée* combat* battre bataille* ~voyage* voyag* ~partit brigand* voleur* vola volé navire* vaisseau* bateau* rivage* ~île
    ~cheval ~chevaux cavalier* chevalier* danger* aventure* courage* brave* vaillant* héros armée* guerre* soldat* fuite fuir échapp*
    poursuiv* récompens* capitaine* ~trésor* caravane* sultan* vizir* esclave* prison* prisonnier* flèche* lance* fort ~force* ~frères
    matelot* marin* pirate* ~fortune épreuve*`,
  wonders: `lune ~soleil étoile* ~fleur ~fleurs rose roses lis ~arbre* sapin* poète* poésie* poème* chanson* chant* musique* violon orgue*
    printemps hiver automne rêve* songe* nuage* ~ciel céleste* ange* paradis neige glace* feuille* ~jardin* poupée* jouet* lampe*
    ~lumière* merveill* ~magnifique* splendid* éclat* ~pensée* ~monde cristal* diamant* perle*`,
  village: `paysan* fermier* ferme curé* prêtre* saint saints sainte ~dieu ~seigneur marché* village* voisin* fous sot sotte sottise* niais*
    tailleur* cordonnier* meunier* forgeron* tisserand* berger* chaumière* marmite* sou sous écu écus vendre vendit acheter acheta
    auberge* juge* médecin* moine* couvent* ermite* prière* prier mendiant* ~rire ~rit ~rire ruse* rusé* sage sagesse* paresseu* avare*
    avarice* ~pauvre* ~riche* ~pain fromage* vin blé moisson* coups bâton* pari devinette* proverbe* ~vieille ~vieux légende* on_dit`,
  people: `roi rois reine* prince* princesse* homme* femme* garçon* fille* fils mère père mari frère* soeur* sœur* enfant* gens seigneur
    dame* marchand* empereur*`,
  court: `roi rois reine* prince* princesse* palais château* couronne* trône* royaume* cour empereur*`,
};
