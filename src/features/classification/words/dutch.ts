import type { Lexicon } from './lexicon.ts';

export const DUTCH: Lexicon = {
  animals: `vos vossen wolf wolven haas hazen beer beren kat katten poes kater ~hond honden hondje muis muizen muisje rat ratten haan hanen
    hen hennen kip kippen kuiken* gans ganzen eend eenden musch* mus mussen kraai* raaf raven ekster* ooievaar* zwaluw* nachtegaal*
    leeuwerik* arend* adelaar* valk* uil uilen duif duiven winterkoning* koekoek* leeuw leeuwen tijger* ezel ezels ossen koe koeien
    stier* kalf kalveren geit geiten bok schaap schapen lam lammeren varken* zwijn zwijnen egel* marter eekhoorn* mol hert herten
    ree aap apen olifant* kameel kikker* kikvorsch* padden slak slakken schildpad* ~visch visschen vis vissen bijen wesp* mier*
    vlieg vliegen mug muggen vloo vlooien luis kever* krekel* spin vlinder* worm ~dier ~dieren diertjes beest beesten ~vogel ~vogels
    vogeltje*`,
  creatures: `reus reuzen reuzin trol trollen draak draken fee feeën feeen elf elfen dwerg dwergen dwergje* kabouter* aardmannetje* kobold*
    nix nixen watergeest* meermin* zeemeermin* ~geest geesten monster* ondier* demon* eenhoorn griffioen* vogel_grijp basilisk* ~slang
    ~slangen menscheneter* ~mannetje ventje`,
  death: `~dood ~doode dooden doodde gedood dooden doodskist lijk lijken ~kist ~graf graven kerkhof* spook spoken moord moorden moordenaar*
    vermoord* ~bloed bloedig* duivel* satan doodshoofd geraamte beenderen galg* gehangen opgehangen beul* ontzet* gruwel* griezel*
    vreeselijk* vergif* vergiftig* begraven begrafenis wanhoop* ~sterven sterf ~stierf gestorven geslacht slachten middernacht zonde ziel
    ~booze ~boos wreed* ~ellend* hakken ~stukken `,
  love: `liefde ~lief ~lieve liefste bemin* beminde bruid bruidegom bruigom verloof* verloving ~bruiloft* ~huwelijk* ~trouwen ~trouwde ~getrouwd
    vrijer* vrijen kus kuste kussen ~gemaal ~gemalin ~schat ~trouw ~trouwe teeder* schoonheid omhels* verliefd*`,
  spells: `toover* betoover* onttoover* tover* betover* verwensch* verwens* ~verander* ~heks ~heksen hekserij verlos* vloek* vervloek*
    ~stiefmoeder* stiefdochter* gedaante* onzichtbaar* versteen* ~steen ~sliep ~slapen menschelijke_gedaante betoovering zwanenhuid*`,
  roads: `zwaard* gevecht* vechten vocht ~strijd* ~reis reizen reisde ~trok roover* dief dieven stal gestolen schip schepen ~zee kust eiland
    ~paard paarden ~reed ~rijden ridder* gevaar* avontuur* avonturen moed moedig* dapper* held helden leger oorlog* soldaat soldaten vlucht*
    vervolg* beloon* halve_koninkrijk kapitein ~schat schatten gevangen* kerker pijl boog lans ~sterk* ~broeders broêrs ~koningszoon
    ~koningsdochter opgaaf opgave* wijde_wereld ~jager ~jagers`,
  wonders: `~maan maneschijn ~zon zonnestra* ~ster sterren bloem ~bloemen bloesem* roos rozen lelie* ~boom ~boomen bomen dichter* gedicht*
    lied liederen muziek viool orgel lente ~winter zomer herfst droom droomen wolk wolken ~hemel* engel engelen paradijs ~sneeuw ijs blad
    ~bladeren ~tuin pop poppen speelgoed naald lamp lantaarn kaars inkt pen ~beeld schilder* wonderbaar* wondermooi* heerlijk* ~prachtig*
    glans* gedachten ~wereld natuur`,
  village: `boer boeren boerin pastoor* priester* koster* heilig* petrus ~god ~gods heer markt ~dorp dorpje buur buren gek dom domme     kleermaker* schoenmaker* molenaar* smid wever* herder* ~hut pot daalder* gulden* stuiver* cent centen handel verkoop* verkocht
    koopen kocht bakker herberg* waard rechter* dokter monnik* klooster kluizenaar* gebed bidden bedelaar* ~lachen lachte ~list listig*
    slim slimme ~wijs lui luie gierig* ~arm ~arme ~rijk ~brood kaas spek bier korn koren oogst slagen pak_slaag wedden raadsel* spreekwoord
    tot_op_dezen_dag spinnen`,
  people: `koning koningin prins prinsen prinses man mannen vrouw vrouwen jongen jongens meisje maagd moeder vader zoon zonen zoons dochter
    dochters broeder broêr broer zuster zusters kind kinderen menschen mensen heer koopman keizer bruid boer`,
  court: `koning koningin konings prins prinses koningszoon koningsdochter kasteel slot paleis kroon troon koninkrijk keizer`,
};
