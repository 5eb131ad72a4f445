import type { Lexicon } from './lexicon.ts';

/** In the new spelling and the old one (hwit, haf). */
export const SWEDISH: Lexicon = {
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
