import type { Lexicon } from './lexicon.ts';

export const DANISH: Lexicon = {
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
