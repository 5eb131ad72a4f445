import type { Lexicon } from './lexicon.ts';

export const GERMAN: Lexicon = {
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
