/** How a line is read: ../old-words.ts. */
export const WORDS_F_TO_K = `
faggot, faggots, fagot, fagots: A bundle of sticks for the fire.
fain: Gladly; "I would fain go" means "I should like to go".
fakir, fakirs: An Indian holy man who owns nothing and begs.
falchion, falchions: A broad, slightly curved sword.
falconer, falconers: A man who keeps and trains falcons for hunting.
farrier, farriers: A smith who puts shoes on horses.
farthing, farthings: The smallest English coin, a quarter of a penny.
fathoms: A fathom is a measure for deep water, as long as a man's stretched arms.
faun, fauns: In Roman tales, a spirit of the woods, half man and half goat.
feign, feigned, feigning: To pretend.
fen, fens: Low, wet land with reeds and pools.
ferryman, ferrymen: A man who takes people over a river in his boat.
fetter, fetters, fettered: A chain for the feet; to chain somebody.
fiddler, fiddlers: Somebody who plays the violin, as at dances.
filch, filched, filching: To steal something small.
firebrand, firebrands: A burning piece of wood.
firkin, firkins: A small barrel, as for butter.
firmament: The whole sky.
flagon, flagons: A big jug for wine, with a handle and a lid.
flagstone, flagstones: A flat stone for floors and paths.
flail, flails: Two sticks joined by leather, to beat the grain out of corn.
flax: A plant with blue flowers; its stalks are spun into thread for linen.
fleece, fleeces: The wool of one sheep.
flint, flints: A hard stone that gives sparks when struck with steel.
florin, florins: An old coin of silver or gold.
foal, foals: A baby horse.
footman, footmen: A servant in fine clothes who opens doors and waits at table.
for aye: For ever.
forbear, forbore, forbearance: To hold back from doing something.
foretell, foretells, foretold, foretelling: To say what will happen.
forlorn: Left alone and unhappy.
forsake, forsakes, forsook, forsaken, forsaking: To leave somebody or something for ever.
forsooth: In truth; indeed.
forswear, forswore, forsworn: To promise never to do something again; to break an oath.
forthwith: At once.
fortnight, fortnights: Two weeks.
foundling, foundlings: A baby left by its parents and found by others.
fourscore: Eighty; a score is twenty.
fowler, fowlers: A man who catches wild birds.
frock, frocks: A dress.
frugal, frugally: Simple and not costing much.
furlong, furlongs: An old measure of distance, about two hundred steps.
furrow, furrows: The long cut that a plough makes in the ground.
gaffer, gaffers: An old country man.
gaily: In a merry way; in bright colours.
gainsay, gainsaid: To say no to what another says.
gallows: The wooden frame on which people were hanged.
gambol, gambols, gambolled, gambolling: To jump about in play.
gammer: An old country woman.
gander, ganders: A male goose.
garb, garbed: Clothes; to be dressed in them.
garland, garlands: A ring or chain of flowers and leaves.
garret, garrets: A small room right under the roof.
gauntlet, gauntlets: A strong glove, as knights wore of iron.
genie, genies, genii: In Arabian tales, a spirit with great magic.
gibbet, gibbets: A wooden post on which people were hanged.
gird, girded, girt: To tie round the waist, as a sword on a belt.
girdle, girdles: A belt or sash worn round the waist.
glade, glades: An open, sunny place in a wood.
glen, glens: A narrow valley, as in Scotland or Ireland.
gnome, gnomes: A small old man who lives under the earth and guards its treasures.
goad, goads, goaded: A pointed stick for driving cattle; to drive on.
goatherd, goatherds: Somebody who looks after goats.
goblet, goblets: A drinking cup with a foot.
goblin, goblins: A small, ugly and often wicked spirit.
goodly: Fine, large or handsome.
goodman: The man of the house.
goodwife, good-wife, goodwives: The woman of the house.
gooseherd, goose-girl, goose-girls, goose-herd: A girl or boy who looks after geese.
gossamer: The fine threads of spiders that float in the air in autumn.
granary, granaries: A building where grain is kept.
grievous, grievously: Very sad or painful.
griffin, griffins, gryphon, griffon: A beast with a lion's body and an eagle's head and wings.
groat, groats: An old silver coin worth fourpence.
grotto, grottoes, grottos: A pretty little cave.
gruel: Thin porridge.
guilder, guilders, gulden: A coin of Holland or Germany.
guile, guileful: Clever trickery.
guinea, guineas: An old English gold coin, worth a little more than a pound.
hag, hags: An ugly old woman, often a witch.
halberd, halberds: A long spear with an axe at its end.
hale: Strong and healthy, above all when old.
halfpenny, halfpence, ha'penny: A small coin, half a penny.
hallow, hallowed: To make holy.
halter, halters: A rope round a horse's head to lead it.
hamlet, hamlets: A very small village.
hapless: Unlucky.
haply: Perhaps; by chance.
hark: Listen!
hart, harts: A male deer.
hast: Have, when one says "thou".
hath: Has.
hauberk, hauberks: A knight's shirt made of little iron rings.
haughty, haughtily, haughtiness: Too proud, and looking down on others.
hayloft, haylofts, hay-loft, hay-lofts: The place under a stable roof where hay is kept.
hayrick, hayricks, haystack, haystacks, haycock, haycocks: A big heap of hay in a field.
hearken, hearkens, hearkened, hearkening, harken: To listen.
hearth, hearths, hearthstone, hearth-stone: The stone floor in front of a fireplace; the warm heart of a house.
heath, heaths: Wild open land with low bushes and few trees.
heathen, heathens: In old books, somebody who does not believe in the God of the teller.
heed, heeds, heeded, heeding: To listen to a warning and take care.
heifer, heifers: A young cow that has not yet had a calf.
heir, heirs: Somebody who will get the money or the kingdom when its owner dies.
heiress, heiresses: A girl or woman who will get a fortune when its owner dies.
hemp: A plant whose strong threads are made into rope.
hence: From here; from now; for this reason.
henceforth, henceforward: From now on.
henchman, henchmen: A trusty follower.
herald, heralds: A man who carries a king's messages and calls them out.
heretofore: Until now.
hermit, hermits: A holy man who lives all alone.
hermitage, hermitages: The lonely house of a hermit.
hew, hews, hewed, hewn, hewing: To cut with an axe.
hie, hied: To go quickly.
hillock, hillocks: A little hill.
hilt, hilts: The handle of a sword.
hither: To this place; here.
hitherto: Until now.
hoard, hoards, hoarded: A hidden store of treasure; to gather one.
hoary, hoar: White or grey with age.
hobgoblin, hobgoblins: A goblin full of tricks.
hogshead, hogsheads: A very big barrel.
homage: Honour shown to a lord or king.
homespun: Plain cloth woven from thread that was spun at home.
horde, hordes: A wild crowd.
hostelry, hostelries: An inn.
hovel, hovels: A small, poor and dirty hut.
humpback, humpbacked, hunchback, hunchbacked: With a back that is bent or has a hump.
huntsman, huntsmen: A man who hunts, or who leads a hunt.
husbandman, husbandmen: A farmer.
idle: Not working; lazy.
ill-favoured, ill-favored: Ugly.
imp, imps: A little devil, or a naughty child.
impart, imparted: To tell something to somebody.
implore, implores, implored, imploring: To beg with all one's heart.
importune, importuned, importunate: To ask and ask again without end.
inglenook, ingle-nook, ingle: The warm corner beside a big fireplace.
iniquity: Great wickedness.
inkhorn, inkhorns: A little bottle for ink, made of horn.
ire: Anger.
janissary, janissaries, janizary: A soldier of the guard of the Turkish sultan.
jerkin, jerkins: A short jacket without sleeves, often of leather.
jest, jests, jested, jesting: A joke; to make one.
jester, jesters: A clown at the court of a king.
joiner, joiners: A man who makes furniture, doors and windows of wood.
joust, jousts, jousting: A fight for sport between two knights on horseback with lances.
kelpie, kelpies: In Scottish tales, a water spirit that looks like a horse and drowns its rider.
kerchief, kerchiefs: A cloth worn over the head or round the neck.
kid-skin, kidskin: Soft leather from a young goat.
kin, kinsfolk, kinfolk, kindred: One's family and relations.
kindle, kindles, kindled, kindling: To light a fire.
kine: Cows.
kinsman, kinsmen: A man of one's own family.
kinswoman, kinswomen: A woman of one's own family.
kirtle, kirtles: A long dress that women wore long ago.
knapsack, knapsacks: A bag carried on the back.
knave, knaves: A man or boy who cheats.
knavish, knavery: Dishonest; dishonest tricks.
knoll, knolls: A small round hill.
kobold, kobolds: In German tales, a spirit of houses and mines, at times helpful and at times spiteful.
kopeck, kopecks, copeck, copecks: A small Russian coin.
kreutzer, kreutzers, kreuzer: A small German coin.
`;
