/** Themes of tales. Most indicate a category; `people` and `court` help to distinguish categories. */
export const THEMES = ['animals', 'creatures', 'death', 'love', 'spells', 'roads', 'wonders', 'village', 'people', 'court'] as const;
export type Theme = (typeof THEMES)[number];

/**
 * Words of one language by theme, lower-case, separated by spaces. `troll*` is a prefix, `fell_in_love` a phrase; `~sun` occurs in tales
 * of every kind and counts a third.
 */
export type Lexicon = Record<Theme, string>;

const ENGLISH: Lexicon = {
  animals: `~kid ~kids fox foxes vixen wolf wolves hare hares rabbit rabbits bear bears cat cats pussy puss kitten* ~dog ~dogs hound hounds puppy mouse
    mice rat rats cock cocks rooster hen hens chick* goose geese gander gosling* duck ducks duckling* drake turkey turkeys sparrow* crow
    crows raven ravens jay magpie* jackdaw* rook rooks lion lions lioness tiger tigers leopard* panther* jackal* hyena* ass asses donkey*
    ~horse ~horses mule mules ~ox ~oxen ~cow ~cows bull bulls heifer* calf calves goat goats ~sheep ewe lamb lambs ram rams
    monkey* ape apes elephant* rhinoceros frog frogs toad toads tadpole* snail* tortoise* turtle* crocodile* alligator* camel* deer stag
    stags doe fawn* hart roebuck pig pigs piggy sow swine hog hogs boar boars weasel* marten* squirrel* hedgehog* badger* mole moles bat
    bats eagle* hawk hawks falcon* kite kites vulture* owl owls stork* heron* crane cranes swan swans swallow* nightingale* lark larks
    thrush* wren wrens robin cuckoo* dove doves pigeon* partridge* pheasant* quail* parrot* peacock* jelly-fish jelly ~fish ~fishes crab
    crabs oyster* whale bee bees wasp* ant ants ~flies gnat* flea fleas louse beetle* cockchafer* grasshopper* cricket* spider*
    butterfly butterflies moth caterpillar* viper* ~beast ~beasts ~animal ~animals ~bird ~birds`,
  creatures: `troll trolls trold* giant giants giantess* ogre ogres ogress* dragon dragons fairy fairies faery fays fay elf elves elfin
    elfland dwarf dwarfs dwarves goblin* hobgoblin* gnome* kobold* mermaid* merman mermen merrow* nix nixie* nixy water-sprite* sprite
    sprites leprechaun* lepracaun* lepreghaun* cluricaun* pooka phooka puca brownie brownies pixy pixies ~imp ~imps genie genies genii
    jinn djinn ginn unicorn* griffin* griffon* gryphon* phoenix ~monster* demon demons ogre* basilisk ~serpent
    ~serpents hydra sea-king sylph* peri peris rakshas* deev dev cyclops nisse tomte werewol* hill-folk good_people little_people
    ~little_man wood-sprite centaur* minotaur sphinx triton water-man erlking`,
  death: [
    '~dead ~death deaths corpse* coffin* grave graves graveyard churchyard* ghost ghosts ghostly apparition* phantom* spectre* murder*',
    '~blood bloody bleeding ~kill ~killed ~killing ~slain ~slew ~slay devil devils devilish hell satan fiend* skull* skeleton* ~bones gallows',
    'hanged hangman horror horrid horribl* ~terror ~terrified haunted vampire* poison* executioner* behead* tomb tombs ~buried burial',
    'funeral shroud cannibal* chopped hacked wailing ~despair torment* tortur* doomed drowned ~midnight shudder* ~die ~dies ~died ~dying ~cruel',
    '~wicked ~wickedness ~sin ~sins ~souls ~pale ~misery cut_off_his_head cut_off_her_head cut_his_throat',
  ].join(' '),
  love: `love loved loves loving lover lovers beloved sweetheart* bride brides bridegroom* betroth* ~wedding ~weddings ~marry ~married ~marries
    ~marriage wooer* woo wooed wooing kiss kissed kisses kissing suitor* ~darling ~dearest true-love affection* ~passion* ~embrace* ~tender*
    ~beauty fell_in_love in_love her_heart his_heart ~handsome ~lovely ~husband ~faithful ~heart`,
  spells: `enchant* disenchant* spell spells bewitch* ~witch ~witches witchcraft wizard* magician* sorcer* magic magical transform* ~charm
    ~charms ~charmed wand curse cursed curses turned_into turned_to changed_into changed_to human_form human_shape own_form proper_shape
    natural_form ~set_free deliver* ~release* ~disguise ~shape ~shapes ~godmother ~stepmother ~step-mother ~stepdaughter
    ~step-daughter raven-skin swan-skin feather-skin ~invisible prophecy prophes* ~seven_years turned_himself turned_herself became_a
    ~asleep hundred_years wicked_queen `,
  roads: `sword swords fight fights fought fighting battle* journey* travel* set_out set_off robber* thief thieves stole ~steal ~stolen ~ship
    ~ships sail sailed sailing sailors ~sea ~shore island* steed ~horse ~horses ~rode ~ride ~riding saddle ~castle danger* dangers adventur*
    courage* brave bravely bravest hero heroes knight knights warrior* army armies war wars ~soldier ~soldiers escape* pursue* pursuit
    ~reward* half_the_kingdom half_his_kingdom seek_his_fortune ~his_fortune captain* treasure* caravan* sultan vizier vizir caliph ~task
    ~tasks champion* conquer* victor* prisoner* prison captive* arrow arrows ~bow spear spears ~strength ~strong ~gold ~golden youngest_brother
    two_brothers three_brothers eldest_brother ~brothers ~the_lad ~the_youth ~king_daughter`,
  wonders: `~moon moonlight ~sun sunbeam* ~sunshine ~star ~stars ~flower ~flowers blossom* rose roses rosebush lily violets tulip* daisy ~tree
    ~trees fir poet poets poetry poem* ~song ~songs melody music violin organ ~spring ~winter ~summer autumn dream* ~clouds ~cloud ~heaven
    heavenly angel* paradise ~snow snowflake* ~ice leaf leaves ~garden doll dolls toy toys plaything* needle lamp lantern candle ink
    pen teapot ~picture ~pictures painter artist ~beautiful ~splendid ~splendor ~splendour ~wonderful ~wonder ~thoughts memory
    fairyland underworld ~palace ~crystal ~wish ~wishes ~invisible immortal* childhood christmas sparkling glittered glittering
    spring-time ~rays ~light ~world ~nature eternity `,
  village: `peasant* farmer* ploughman priest priests parson clergyman clerk sexton saint saints st ~god ~lord virgin market
    village villagers ~neighbour* ~neighbor* fool fools foolish stupid simpleton silly tailor* shoemaker* cobbler* miller* smith
    blacksmith potter weaver* tinker* cottage ~pot kettle penny pence shilling* farthing* sixpence dollars thaler* bargain ~sell ~sold
    ~buy ~bought goodman gudewife goody judge judges lawyer* ~doctor to_this_day that_is_why it_is_said they_say they_tell monk monks
    convent monastery hermit mass prayer* pray prayed beggar* ~begged ~laugh* trick tricks cunning ~wise wisdom ~clever lazy thrifty
    miser miserly ~rich ~poor ~bread ~cheese ~butter bacon beer ale whisky whiskey ~drink drunk potatoes cabbage turnip* oats corn barley
    harvest ~old_woman ~old_man old_wife thrash* cudgel ~beat wager wagered riddle* proverb ye yer ould ses wid     gods sage ~custom temple ancestor* ~emperor ~legend tradition ananzi anansi ~story ~stories shepherd dame gaffer goodwife`,
  people: `king kings queen prince princess princes man men woman women boy boys girl girls lad lass lassie maiden maidens maid mother
    father wife husband son sons daughter daughters brother brothers sister sisters soldier lady ladies lord lords people child
    children merchant sultan`,
  court: `king kings queen queens prince princes princess princesses palace castle crown throne royal court courtiers sultan emperor kingdom majesty`,
};

const GERMAN: Lexicon = {
  animals: `fuchs fuchses füchse füchsin wolf wolfs wölfe hase hasen häschen bär bären katze katzen kätzchen kater ~hund ~hunde hunden hundes
    hündchen maus mäuse mäuschen mäuslein ratte ratten hahn hähne hahns huhn hühner henne hennen küchlein gans gänse gänschen ente enten
    entlein sperling* spatz spatzen krähe krähen rabe raben elster* storch störche schwalbe* nachtigall* lerche* adler* falke* eule*
    uhu taube* täubchen zaunkönig meise* amsel* kuckuck löwe löwen tiger* ~pferd ~pferde esel esels ochs ochse ochsen ~kuh kühe stier kalb ziege*
    geiß* geiss* zicklein bock ziegenbock ~schaf ~schafe lamm lämmer schwein* ferkel eber igel dachs* marder* eichhörnchen maulwurf hirsch*
    ~reh rehe affe affen elefant* kamel* frosch frösche kröte* unke* schnecke* schildkröte* ~fisch ~fische fischlein krebs* hecht biene*
    wespe* ameise* fliege fliegen mücke* floh flöhe laus käfer* grille* spinne spinnen schmetterling* wurm raupe* ~tier ~tiere ~tieren ~thier
    ~thiere thieren ~vogel ~vögel vöglein vögelchen `,
  creatures: `troll* riese riesen riesin oger drache drachen lindwurm lindwürm* fee feen elfe elfen elf zwerg zwerge zwergen zwerglein
    kobold* gnom* nix nixe nixen wassermann meerjungfrau* seejungfer* meerweib* ~geist geister* heinzelmännchen wichtel* ~männlein
    bergmännlein graumännchen ~ungeheuer* untier* unthier* dämon* einhorn greif vogel_greif phönix basilisk* ~schlange ~schlangen rübezahl
    menschenfresser* menschenfleisch hausgeist unhold*`,
  death: `~tod ~tode todes ~tot ~tote toten ~todt todte todten leiche leichnam* sarg särge grab grabe gräber kirchhof* friedhof* gespenst*
    spuk* mord morde mörder* ermord* ~blut blutes blutig* ~töten tötet tötete ~getötet tödten umbringen umgebracht teufel* hölle höllen*
    satan totenkopf gerippe knochen galgen gehängt gehenkt henker* entsetz* grauen grausen grausig gräßlich ~schrecklich* gift vergift*
    geköpft enthauptet begraben begräbnis verzweif* ~sterben ~stirbt ~starb ~gestorben geschlachtet schlachten mitternacht
    verdammt ~sünde sünden ~seele ~böse grausam ~elend`,
  love: `liebe lieben liebte liebten liebster liebste liebsten geliebt* geliebte bräutigam braut brautleute verlobt* verlobung ~hochzeit*
    ~heirat* heirath* vermähl* freier freien kuß küßte küssen küsste ~gemahl ~gemahlin ~herz ~herzen ~herzlich* ~schatz herzliebste* ~treue
    zärtlich* ~schönheit umarm* verliebt* trauung sehnsucht`,
  spells: `zauber* verzauber* bezauber* verwünsch* verwandel* ~hexe ~hexen hexenmeister behext verhext erlöst erlöse erlösen erlösung
    fluch verflucht* wünschelrute ~stiefmutter ~stieftochter ~gestalt unsichtbar* versteinert ~schlief ~schlafen     weise_frau weisen_frauen bann gebannt menschengestalt menschliche_gestalt`,
  roads: `schwert schwerter kampf kämpf* schlacht ~reise ~reisen gereist ~wander* räuber* dieb diebe stahl gestohlen schiff schiffe segel*
    ~meer küste insel roß rosse ~pferd ~pferde ~ritt ~ritten ~reiten ritter* gefahr* abenteuer mut muth mutig* tapfer* held helden heer krieg
    kriege ~soldat ~soldaten flucht fliehen floh verfolg* ~belohn* halbe_königreich glück_versuchen kapitän ~schatz ~schätze karawane* sultan
    wesir kalif sklave* gefangen* kerker gefängnis pfeil bogen lanze ~stark stärke ~brüder ~königssohn ~königstochter ~aufgabe* ~probe
    in_die_weite_welt dolch`,
  wonders: `~mond mondschein ~sonne sonnenstrahl* sonnenschein ~stern ~sterne sternlein blume ~blumen blüte* blüthe* rose rosen lilie* ~baum
    ~bäume tanne* tannenbaum dichter gedicht* ~lied lieder musik geige orgel ~frühling ~winter ~sommer herbst traum träum* wolke* ~himmel
    himmlisch* engel engelein paradies ~schnee schneemann schneeflocke* ~eis blatt ~blätter ~garten puppe* spielzeug nadel lampe
    laterne ~licht kerze tinte ~feder ~bild ~bilder maler wunderbar* ~wunderschön* ~herrlich* ~prächtig* glänz* gedanken ~welt natur     ~ofen kreisel ball weihnacht* sehnsucht porzellan`,
  village: `bauer bauern bäuerin pfarrer* priester* küster* schulmeister heilige* heiliger petrus ~gott ~gottes herrgott gevatter* markt
    dorf dorfe nachbar* narr narren dumm* tölpel* schneider* schuster* müller* schmied* weber drescher* ~hirt hirte* schäfer* ~hütte topf
    groschen taler thaler* kreuzer pfennig* gulden handel verkauf* ~kaufen kaufte bäcker wirt wirth wirtshaus richter* ~doktor arzt mönch*
    kloster einsiedel* gebet beten bettler* ~lachen ~lachte gelacht ~list listig* ~klug ~kluge ~weise faul faulen geizig* geizhals ~arme
    ~armen ~reich ~brot ~brod käse speck ~bier branntwein kartoffel* rüben korn ernte schläge prügel* wette rätsel sprichwort
    zu_essen noch_heutigentags von_der_zeit seit_der_zeit heutigentags ~spinnen rocken`,
  people: `herr könig königs königin prinz prinzen prinzessin mann männer frau frauen weib weiber knabe knaben junge bub mädchen magd jungfrau
    mutter vater gemahl sohn söhne söhnen tochter töchter bruder brüder schwester schwestern kind kinder kindern leute kaufmann
    kaiser königstochter königssohn`,
  court: `könig königs königin prinz prinzen prinzessin königssohn königstochter schloß schlosse palast krone thron hof königreich kaiser sultan`,
};

const DANISH: Lexicon = {
  animals: `ræv ræven ræve ulv ulven ulve hare haren harer bjørn* kat katten katte killing* ~hund ~hunden hunde mus musen rotte* hane hanen
    haner høne hønen høns hønsene kylling* gås gåsen gæs and anden ænder ænderne ælling* andrik* spurv* krage* ravn* skaden stork*
    svale* nattergal* lærke* ørn* falk* ugle* due duen duer duerne gærdesmutte kukker løve løven løver tiger* æsel* okse* ~ko
    koen køer tyr* kalv* ged geden geder buk bukken fåret lam lammet gris* svin* pindsvin* egern* muldvarp* hjort* abe* elefant*
    kamel* frø frøen frøer tudse* skrubtudse* snegl* skildpadde* ~fisk fisken fiskene bi bier bien myre* flue fluen fluer myg* loppe*
    bille* græshoppe* edderkop* sommerfugl* orm* ~dyr ~dyret dyrene ~fugl ~fuglen ~fugle ~fuglene svane* hønsehus*
    pip`,
  creatures: `trold* jætte* ~kæmpe ~kæmpen ~kæmper ~rise drage* fe feer feen alf* elverkonge* elverfolk* elverhøj* ellefolk* ellepige* elverpige* dværg* nisse* kobold* havfrue* havmand* havfolk*
    nøkke* bjergmand* dødning* uhyre* dæmon* enhjørning* grif* føniks basilisk* spøgelse* menneskeæder*`,
  death: `~død ~døde ~dødt ~døden dødens døder dræbe* dræbt lig liget ligkiste* ~kiste kisten ~grav ~graven grave kirkegård* spøgelse* mord* ~blod
    blodet blodig* djævel* fanden satan helvede* hjerneskal* benrad knokler galge* hænge hængt bøddel* rædsel* rædsom* forgift*
    begravet begravelse fortvivl* ~sorg sorgen ~midnat synd synden ~sjæl sjælen ~ond onde grusom* elendig* ~dø slå_ihjel slog_ihjel ~lide`,
  love: `kærlighed* elske* elsked* kæreste* brud bruden brudgom* forlov* ~bryllup* ~gifte ~gifter ~giftet frier* frie kys
    kysse* kyssed* ~hjerte ~hjertet hjerter elskov* ~skønhed* trofast* omfavn* forelsk* ægtemand ungkarl længsel længtes`,
  spells: `trylle* fortryll* forhekse* ~heks ~heksen ~hekse troldmand* troldkvinde* forvandl* forbande* tryllestav usynlig* stedmoder* stifmoder*
    ~frels* ~skikkelse* fortryllet sov hundrede_år vilde_svaner ~løst`,
  roads: `sværd* kamp kampen kæmpe* slaget ~rejse* rejst vandre* røver* tyv tyven tyve stjæle stjal ~skib ~skibet skibe sejle* ~hav ~havet
    kyst* ø øen ~hest ~hesten ~heste ~rid* ridder* fare faren ~eventyr mod modig* tapper* helt helten krig krigen soldat* flygt*
    forfølg* belønn* halve_kongerige halve_rige kaptajn* skat skatten skatte fængsel* fange fangen buen ~stærk* styrke brødre
    kongesøn* kongedatter* ~prinsessen fyrtøj`,
  wonders: `~måne* ~sol ~solen solens solskin* solstråle* stjerne* blomst* rose* rosen roser lilje* ~træ ~træet ~træer gran grantræ* digter*
    digt* poesi* vise visen sang sangen sange musik* violin* orgel* forår* vår våren ~vinter* ~sommer* efterår* drøm* ~sky ~skyen skyer
    ~himmel* engel* engle* paradis* ~sne sneen isen ~blad bladet ~blade ~haven dukke* legetøj* nål lygte* lampe* ~lys ~lyset
    lysene blæk* pen pennen ~billede* maler* vidunder* ~dejlig* ~herlig* ~prægtig* glimr* glans* tanke* ~tanker ~natur* evighed*
    kakkelovn* ~bog bogen bøger papir* stråler `,
  village: `bonde* bønder* præst* degn* klokker hellig* helgen ~gud guds vorherre herre marked* landsby* ~by ~byen nabo* naboer tosse* dum*
    dumme skrædder* skomager* møller* smed* væver* hytte* gryde* skilling* daler* rigsdaler* handel sælge* solgte købe* købt bager kro
    kroen dommer* doktor* læge munk* kloster* eneboer* ~bøn bønnen bede tigger* ~le latter* list snedig* ~klog* klogskab
    doven* gerrig* ~fattig* ~rig ~rige brød* ost osten øl brændevin kartof* korn høst tærske* prygl* pisk vædde* gåde* sagn* sagde_man
    ~historien ~kone ~konen ~mand ~manden bibel*`,
  people: `mor far konge kongen dronning* prins prinsen prinsesse* mænd mand manden kone konen kvinde* dreng drengen drenge pige pigen piger jomfru*
    moder moderen fader faderen søn sønnen sønner datter datteren døtre broder* brødre søster søstre barn barnet børn børnene
    folk herre frue kejser* menneske*`,
  court: `konge kongen kongens dronning* prins prinsen prinsesse* prinsessen slot slottet krone* trone* kejser* kongerige*`,
};

const DUTCH: Lexicon = {
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

const FRENCH: Lexicon = {
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

const SPANISH: Lexicon = {
  animals: `zorro zorra zorros zorrito* zorritos lobo* loba liebre* conejo* oso osos osa gato* gata ~perro* perra perrito* ratón ratones rata*
    laucha* gallo gallos gallina* pollo* pollito* ganso* pato* pata gorrión cuervo* cigüeña* golondrina* ruiseñor* alondra* águila*
    aguila* halcón lechuza* paloma* loro* pavo* tordo* tenca* jote* cóndor* condor* queltehue* diuca* loica* chercán* león lión leones
    tigre* puma* burro* asno* buey bueyes vaca* toro* ternero* cabra* chivo* chivato* oveja* cordero* carnero* chancho* cerdo* puerco*
    jabalí erizo* quirquincho* venado* ciervo* huemul* mono monos elefante* camello* rana* sapo* caracol* tortuga* culebra* pez peces
    pescado* abeja* avispa* hormiga* mosca* zancudo* pulga* piojo* escarabajo* grillo* cigarra* araña* mariposa* gusano* ~animal ~animales
    bestia* ~pájaro* pájara pajarito* ~ave ~aves mula* yegua*`,
  creatures: `gigante* ogro* dragón* dragones hada hadas duende* enano* enanito* gnomo* sirena* genio* monstruo* demonio* unicornio*
    fénix basilisco* ~serpiente* culebrón* culebrones trauco* caleuche pillán alicanto* colocolo* chonchón* chonchones imbunche* 
    camahueto* piuchén* salamanca`,
  death: `~muerte* ~muerto* muerta* ~murió ~morir muere ~matar ~mató matado cadáver* ataúd* tumba* sepultura* sepult* cementerio* fantasma*
    espectro* ánima* anima animas penan penar penaba asesin* sangre* ~diablo* infierno* satanás lucifer calavera* esqueleto* hueso*
    horca* ahorc* verdugo* horror* horrible* terror* espanto* espant* veneno* envenen* enterr* entierro* desespera* medianoche
    pecado* ~alma azufre crueldad cruel* brujo* bruja* aparec* aparición*`,
  love: `amor* amar amaba amante* enamor* novio* novia* prometid* boda* casar* ~casó ~casarse ~casaron ~matrimonio* ~esposo* ~esposa* beso*
    besar besó pretendient* ~corazón* tiern* ternura* belleza* ~hermosura* ~cariño* fiel* pasión* abraz*`,
  spells: `encant* desencant* hechiz* hechicer* embruj* mago* maga mágic* magia transform* convirti* convertid* convertir varita* ~virtud
    maldición* maldit* ~madrina ~madrastra* invisible* forma_humana princesa_encantada`,
  roads: `espada* espadita* pele* pelear batalla* lucha* viaje* viaj* ~camino* rodar_tierras bandido* ladrón* ladrones ~robar ~robó barco* buque*
    ~mar playa* isla* ~caballo* jinete* peligro* aventura* valiente* valor* héroe* ejército* guerra* soldado* huir huyó
    escap* persegu* recompens* mitad_del_reino capitán* tesoro* prisión* preso* cárcel* flecha* lanza* ~fuerte* ~fuerza* ~hermanos
    fortuna* prueba* ~castillo* ~oro`,
  wonders: `~luna ~sol estrella* flor flores rosa rosas ~árbol* arbol* poeta* poesía* canción* canto* música* primavera invierno verano sueño*
    nube* ~cielo* ángel* angel* paraíso* nieve* hoja* ~jardín* huerto* muñeca* juguete* lámpara* ~luz maravill* magnífic* espléndid* brill*
    ~palacio* cristal* diamante* ~mundo naturaleza*`,
  village: `campesino* huaso* inquilino* arriero* capataz* hacendado* patrón* cura curas clérigo* sacerdote* padre_cura ~san ~santo* santa*
    ~dios ~señor virgen feria* vecino* tonto* tonta bobo* sastre* zapatero* molinero* herrero* pastor* rancho* choza* olla* 
    ~pesos real reales ~plata vender vendió comprar compró posada* juez* médico* fraile* convento* ermitaño* oración* rezar rezaba
    mendigo* limosna* reír risa* risas astucia* astut* sabio* sabiduría* flojo* avar* ~pobre* ~rico* ~pan queso* vino* chicha* trigo*
    cosecha* palo* ~palos apuesta* adivin* refrán* ~viejo* ~vieja* viejita* viejecito* compadre* comadre* minero* mina minas laguna* cerro*
    es_fama se_cuenta cuentan dicen según_dicen leyenda*`,
  people: `caballero rey reyes reina* príncipe* principe* princesa* hombre* mujer* niño* niña* muchacho* muchacha* joven jóvenes madre mamita padre
    marido* hijo* hija* hermano* hermana* gente* señora* caballero* comerciante* emperador*`,
  court: `rey reyes reina* príncipe* principe* princesa* palacio* castillo* corona* trono* reino* majestad emperador*`,
};

/** In modern and old spelling (hwit, haf). */
const SWEDISH: Lexicon = {
  animals: `räf räfven räv räven ulf ulfven ulv varg* hare haren harar björn* katt* ~hund hunden hundar mus råtta* tupp* höna* hönan höns
    kyckling* gås gäss anka* sparf* sparv* kråka* korp* skata* stork* swala* svala* näktergal* lärka* örn* falk* uggla* dufva* duva*
    gök* lejon* tiger* åsna* oxe* ~ko kon kor tjur* kalf* kalv* get geten getter bock* fåret lam* gris* swin* svin* igelkott*
    ekorr* hjort* apa* elefant* groda* padda* snigel* ~fisk* myra* fluga* mygg* loppa* spindel* fjäril* ~djur* fogel* foglar*
    fågel* fåglar* swan* svan*`,
  creatures: `troll* jätte* jättar* drake* drakar fe feer älfva* älva* alf* dwärg* dvärg* tomte* tomtar* wätte* vätte* näck* hafsfru*
    havsfru* skogsrå* sjörå* odjur* vidunder* spöke* ande* andar`,
  death: `~död ~döda döden döde ~dog dödade lik liket likkista* ~kista* graf grafven grav* kyrkogård* spöke* spöken mord* mörda* blod blodet
    djefvul* djävul* satan hin helwete* helvete* galge* hängd bödel* fasa* förskräck* gift förgift* begrafning* begravning* ~sorg*
    förtwifl* förtvivl* midnatt* synd* själ själen grym* elak* elände*`,
  love: `kärlek* älsk* käresta* brud bruden brudgum* förlof* förlov* bröllop* gifta gift gifte gifter friar* fästman* fästmö* kyß* kyss*
    ~hjerta* hjärta* ~skönhet* trogen* omfamn* förälsk*`,
  spells: `troll* förtroll* förtroll* hexa* häxa* trollkarl* trollkäring* förwandl* förvandl* förbann* osynlig* styfmor* styvmor* frels*
    fräls* skepnad* sof sov sofwa`,
  roads: `swärd* svärd* strid* ~resa resan reste wandra* vandra* röfvar* rövar* tjuf* tjuv* stal skepp* segla* ~haf ~hafwet
    hav* ~strand* ~häst* rida riddar* fara faran äfwentyr* äventyr* mod modig* tapper* hjelt* hjält* krig* soldat* flykt*
    belön* halfva_riket kapten* ~skatt* fånge* fängel* stark* ~bröder* kungason kungadotter`,
  wonders: `måne* ~sol ~solen solsken* stjern* stjärn* ~blomm* blomst* ros rosor lilj* ~träd* gran* skald* dikt* wisa* visa* sång* musik* fiol
    orgel* wår* vår* ~winter* vinter* ~sommar* höst* dröm* moln* ~himmel* engel* ängel* englar* änglar* paradis* ~snö* isen löf löv* blad
    trädgård* docka* lampa* ~ljus* bild* underbar* herrlig* härlig* prägtig* präktig* glans* glitter* ~tank* ~werld* värld* ~natur*
    diamant*`,
  village: `bonde* bönder* prest* präst* klockar* ~kyrka* ~kyrkan helig* ~gud guds herre* marknad* byn granne* dum* narr*
    skräddar* skomakar* mjölnar* smed* ~stuga* ~stugan gryta* riksdaler* skilling* slant* sälja* köpa* domare* doktor* munk* kloster* bön*
    bedja tiggare* ~fattig* skratt* list* klok* ~gumma* ~gumman gubbe* gubben ~rik ~rika bröd* ost öl
    bränwin* brännvin* korn* skörd* stryk gåta* ordspråk* socken*`,
  people: `mor son kung* konung* drottning* prins* prinsessa* man mannen män qwinna* kvinna* pojke* poike* gosse* flicka* flickor* moder far fader
    sonen söner dotter* döttrar* broder* bror bröder syster* systrar* barn* folk* menniska* menniskor* människ*`,
  court: `kung* konung* drottning* prins* slott* krona* tron* kungarike* konungarike*`,
};

/** By language code. */
export const LEXICONS: Record<string, Lexicon> = { en: ENGLISH, de: GERMAN, da: DANISH, nl: DUTCH, fr: FRENCH, es: SPANISH, sv: SWEDISH };
