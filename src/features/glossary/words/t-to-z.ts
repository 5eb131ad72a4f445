/** How a line is read: ../old-words.ts. */
export const WORDS_T_TO_Z = `
tabor, tabors: A small drum.
talisman, talismans: A thing with magic in it that brings luck or power.
tallow: Hard animal fat, from which candles were made.
tankard, tankards: A big mug for beer, mostly with a lid.
tanner, tanners: A man who makes leather from skins.
taper, tapers: A thin candle.
tarn, tarns: A small lake in the hills.
tarry, tarries, tarried, tarrying: To stay or wait; to be slow.
tatters, tattered: Torn cloth hanging in rags.
tavern, taverns: A house where people drink and eat.
tempest, tempests: A violent storm.
thaler, thalers: An old German silver coin.
thatch, thatched: A roof made of straw or reeds.
thee: You; said to one person, as "him" stands beside "he".
thence: From there.
thenceforth, thenceforward: From that time on.
thereat: At that.
therein: In it; in that place.
thereupon: At once after that; because of that.
therewith, therewithal: With that.
thicket, thickets: A place where bushes and trees grow close together.
thimble, thimbles: A little metal cap that keeps the finger safe while sewing.
thine: Yours; said to one person.
thistle-down, thistledown: The light, silky hairs of thistle seeds.
thither: To that place; there.
thitherward: Towards that place.
thorp, thorps: A small village.
thou: You; said to one person.
thrall, thralls, thraldom: A slave; slavery.
threescore, three-score, three score: Sixty; a score is twenty.
thresh, threshed, threshing: To beat the grain out of corn.
threshold, thresholds: The stone or board under a door; the way into a house.
thrice: Three times.
throng, throngs, thronged: A big crowd; to crowd.
thy: Your; said to one person.
thyself: Yourself.
tidings: News.
tiller: The handle for steering a boat.
timorous, timorously: Easily frightened.
tinder: Very dry stuff that catches fire from a spark.
tinder-box, tinder-boxes, tinderbox, tinderboxes: A box with flint, steel and dry stuff, for making fire.
tinker, tinkers: A man who goes from place to place mending pots and pans.
'tis: It is.
toil, toils, toiled, toiling: Hard work; to work hard.
tongs: A tool with two arms for picking up hot coals.
tournament, tournaments, tourney, tourneys: A great sport of knights, who fought each other for a prize.
trammel, trammels: A net; or anything that ties one down.
trencher, trenchers: A wooden plate.
tress, tresses: A long lock of hair.
trestle, trestles: A stand with slanting legs that holds up a table board.
trinket, trinkets: A small, cheap piece of jewellery.
troll, trolls: In Northern tales, a big, ugly being of the mountains that turns to stone in sunlight.
troth: A promise to be true; to "plight one's troth" is to promise to marry.
trough, troughs: A long open box from which animals eat or drink.
trow, trowed: To believe.
trundle, trundled: To roll along.
tsarevich, tsarevitch, czarevitch, tsarevna, czarevna: The son, or the daughter, of the emperor of Russia.
tumult, tumults, tumultuous: A great noise of many people.
tun, tuns: A huge barrel.
turban, turbans: A long cloth wound round the head.
turf-cutter, turf-cutters: A man who digs turf, earth that is dried and burnt like coal.
turnspit, turnspits: A boy or dog who turned the meat over the fire.
turret, turrets: A small tower on a castle.
twain: Two.
'twas: It was.
twelvemonth, twelve-month: A year.
'twere: It were; it would be.
'twill: It will.
unawares: Without noticing; by surprise.
uncouth: Rough, strange and without manners.
unguent, unguents: A healing cream.
unwitting, unwittingly: Without knowing it.
urchin, urchins: A poor, ragged child; or a hedgehog.
usurer, usurers: A man who lends money and wants far too much back.
usurp, usurped, usurper: To take a throne that belongs to another.
vagabond, vagabonds: Somebody who wanders about without a home or work.
vale, vales: A valley.
valiant, valiantly: Brave.
valour: Courage.
vanquish, vanquished, vanquishing: To beat in a fight.
varlet, varlets: A servant; or a rascal.
vassal, vassals: Somebody who holds land from a lord and must serve him.
venison: The meat of deer.
verdant: Green with grass and leaves.
verily: Truly.
vermilion: Bright red.
vesper, vespers: Evening; the evening prayer in a church.
vestments, vesture: Robes, as of a priest or king.
vex, vexed, vexing, vexation: To annoy or trouble.
viands: Food, often of a fine kind.
victual, victuals: Food.
vizier, viziers, vizir, vizirs, vizer, grand vizier: The chief minister of a sultan.
vouchsafe, vouchsafed: To grant something kindly.
wain, wains: A big wagon for hay or corn.
wan: Pale and tired.
wand, wands: A thin stick, often a magic one.
wanton, wantonly: Doing harm for no reason; or wild and playful.
ward off, warded off: To keep something away.
warlock, warlocks: A man who works bad magic.
wassail: A merry drinking feast; or a drink to somebody's health.
wast: Were, when one says "thou".
water-carrier, water-carriers: A man who carries water through the streets and sells it.
wax [wax and wane, waxed strong, waxed great, waxed wroth, waxed angry]: To grow; to become.
wayfarer, wayfarers, wayfaring: A traveller on foot.
weal: Good luck and happiness.
weaver, weavers: Somebody who makes cloth on a loom.
well-nigh, wellnigh: Almost.
wench, wenches: A girl or young woman.
wend, wends, wended, wending: To go slowly on one's way.
werewolf, werewolves, werwolf: A person who turns into a wolf.
wert: Were, when one says "thou".
wheelwright, wheelwrights: A man who makes and mends wheels.
whence: From where.
whereat: At which.
wherefore: Why; and so.
wherein: In which.
whereof: Of which.
whereupon: And then at once.
wherewith, wherewithal: With which; what one needs to do a thing.
whet, whets, whetted, whetting: To sharpen.
whetstone, whetstones: A stone for sharpening knives.
whey: The thin water that is left when milk turns to curds.
whilom: Once; in earlier times.
whit: The smallest bit.
whither: To what place; where to.
whithersoever: To whatever place.
wicket, wicket-gate, wicket-door: A small door or gate, often beside or in a big one.
wight, wights: A person or being.
wiles, wile: Clever tricks.
will-o'-the-wisp, will-o'-the-wisps, will-o'-wisp: A little light that dances over bogs at night and leads people astray.
willow-wand, willow wand: A thin branch of a willow tree.
wilt [thou wilt, wilt thou]: Will, when one says "thou".
wily: Full of clever tricks.
wimple, wimples: A cloth that covers a woman's head, neck and chin.
winsome: Sweet and charming.
withal: Besides; at the same time.
wither, withered, withering: To dry up, as a flower without water.
woe, woes: Great sorrow or trouble.
woebegone: Looking very sad.
woeful, woefully: Very sad.
wold, wolds: High open land.
wondrous, wondrously: Wonderful; wonderfully.
wont: Used to; "as he was wont" means "as he always did".
woo, woos, wooed, wooing: To try to win somebody's love.
woodcutter, woodcutters, wood-cutter, wood-cutters: A man who cuts down trees and chops wood.
woodman, woodmen: A man who works in the forest and cuts its trees.
wooer, wooers: A man who wants to marry somebody.
wouldst: Would, when one says "thou".
wraith, wraiths: A ghost, at times of somebody who is about to die.
wrath, wrathful: Great anger; or very angry.
wretch, wretches: An unhappy person; or a wicked one.
wroth: Very angry.
wrought: Made or worked with skill.
wyvern, wyverns: A dragon with two legs and wings.
ye: You; mostly said to several people.
yea: Yes; indeed.
yeoman, yeomen: A farmer with land of his own.
yesternight: Last night.
yew, yews, yew-tree: A dark evergreen tree, often in churchyards; bows were made of its wood.
yoke, yokes, yoked: The wooden bar over the necks of two oxen that pull together.
yokel, yokels: A simple man from the country.
yon: That, over there.
yonder: Over there.
yore: Long ago; "in days of yore" means in old times.
`;
