/** How a line is read: ../old-words.ts. */
export const WORDS_A_TO_B = `
abbess, abbesses: The woman at the head of a house of nuns.
abbey, abbeys: A house and church where monks or nuns live and pray.
abbot, abbots: The man at the head of a house of monks.
abode, abodes: The place where somebody lives.
abyss, abysses: A hole so deep that nobody can see its bottom.
afrit, afrits, efreet, afreet, ifrit: In Arabian tales, a huge and angry spirit of smoke and fire.
alack: A cry of sorrow, like "Oh dear!"
alas: A cry of sorrow, like "Oh dear!"
albeit: Although.
alchemist, alchemists: A man of old who mixed and heated things, hoping to make gold.
alderman, aldermen: One of the men who rule a town together with its mayor.
ale, ales: A kind of beer.
alehouse, alehouses, ale-house, ale-houses: A house where people buy and drink beer.
alms: Money, food or clothes given to the poor.
amulet, amulets: A small thing worn to keep bad luck and bad magic away.
anon: Soon; in a little while.
antechamber, antechambers, ante-chamber, ante-chambers: A small room where people wait before they may go into a grand one.
anvil, anvils: The iron block on which a smith hammers hot metal.
apothecary, apothecaries: Somebody who makes and sells medicines.
apparel, apparelled: Clothes; to be dressed in them.
art [thou art, art thou]: Are, when one says "thou".
ass, asses: A donkey.
asunder: Apart; into pieces.
athwart: Across, from one side to the other.
attire, attired: Clothes, often fine ones; to be dressed in them.
aught: Anything at all.
awl, awls: A pointed tool for making holes in leather.
aye: Yes.
bade: Told somebody to do something, or wished them something, as in "bade him farewell".
bailiff, bailiffs: A man who looks after a lord's land, or who carries out what a judge has ordered.
balm, balms: A sweet-smelling cream that heals or soothes.
bandbox, bandboxes: A light round box for hats and collars.
banshee, banshees: In Irish tales, a fairy woman whose wailing tells that somebody will die.
bard, bards: A poet who sang old stories and the deeds of heroes.
barley: A grain like wheat, used for bread, soup and beer.
basilisk, basilisks: A snake-like monster that can kill with one look.
battlement, battlements: The top of a castle wall, with gaps to shoot through.
bazaar, bazaars: A market in the East, a street full of little shops.
bedchamber, bedchambers, bed-chamber, bed-chambers: A bedroom.
bedeck, bedecked: To cover with pretty things.
befall, befalls, befell, befallen: To happen to somebody.
beget, begat, begot, begotten: To become the father of a child.
begone: Go away!
beguile, beguiles, beguiled, beguiling: To charm or to trick somebody; also to make time pass pleasantly.
behest, behests: An order; something one is told to do.
behold, beholds, beheld, beholding: To see or look at something, often with wonder.
beholden: Owing thanks to somebody.
bellows: A bag that is squeezed to blow air into a fire.
bemoan, bemoaned, bemoaning: To say aloud how sad one is about something.
bereft: Having lost something or somebody dear.
beseech, beseeches, beseeching, besought: To beg somebody with all one's heart.
beset: With trouble or enemies on every side.
bestow, bestows, bestowed, bestowing: To give something as a present or an honour.
bestride, bestrode: To sit or stand with one leg on each side of something.
betake, betakes, betook: To go somewhere, as in "he betook himself home".
bethink, bethought: To remember, or to think of something.
betide: To happen; "woe betide you" means that something bad will happen to you.
betimes: Early; in good time.
betrothal, betrothals: A promise between two people to marry.
betrothed: Promised to somebody in marriage.
betwixt, 'twixt: Between.
bewail, bewailed, bewailing: To cry aloud over something.
bier, biers: A stand on which a dead person is laid or carried.
blacksmith, blacksmiths: A man who makes horseshoes and other things of iron.
blithe, blithely: Happy, without a care.
bludgeon, bludgeons: A short, heavy stick to hit with.
bobbin, bobbins: A little roll on which thread is wound.
bodice, bodices: The top part of a woman's dress, above the waist.
bodkin, bodkins: A thick needle for pulling ribbon or for making holes in cloth.
bogle, bogles, boggart, boggarts: A goblin that likes to frighten people.
bonny, bonnie: Pretty and fresh to look at.
boon, boons: A wish or favour that somebody grants you.
bough, boughs: A big branch of a tree.
bower, bowers: A shady place under leaves; in a castle, a lady's own room.
boyar, boyars: A great lord in old Russia.
Brahmin, Brahmins, Brahman, Brahmans: A Hindu priest, or one of the highest families of India.
bramble, brambles: A wild bush with thorns and blackberries.
brazen: Made of brass; or bold and without shame.
breeches: Short trousers that end at the knee.
brocade, brocades: Rich cloth with a pattern woven in gold or silver thread.
brook, brooks: A small stream.
broth, broths: A thin soup.
brownie, brownies: A small friendly house spirit who does the work at night.
brushwood: Small branches and twigs, good for lighting a fire.
buckler, bucklers: A small round shield.
burgher, burghers: Somebody who lives in a town and has a house and a trade there.
burgomaster, burgomasters: The mayor of a town in Germany or Holland.
bushel, bushels: An old measure for grain; about as much as four buckets hold.
byre, byres: A shed where cows live.
`;
