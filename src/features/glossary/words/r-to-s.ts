/** How a line is read: ../old-words.ts. */
export const WORDS_R_TO_S = `
raiment: Clothes.
rajah, rajahs, raja, rajas: An Indian king or prince.
ramble, rambles, rambled, rambling: To walk about with no special aim.
rampart, ramparts: The thick wall or bank round a castle or town.
rampion: A garden plant; its leaves and roots were eaten as salad.
ranee, ranees, rani, ranis: An Indian queen or princess.
rapier, rapiers: A thin, sharp sword.
ravening: Wild with hunger.
recompense, recompensed: A reward; to reward somebody.
regent, regents: One who rules while the true king or queen is too young or away.
rend, rends, rending: To tear apart.
repast, repasts: A meal.
repose, reposed, reposing: Rest; to rest.
requite, requited: To pay back, good for good or bad for bad.
resplendent: Shining and splendid.
retinue, retinues: The servants and followers who travel with a grand person.
revel, revels, revelled, revelling: A merry feast; to enjoy oneself noisily.
revile, reviled: To call somebody bad names.
rick, ricks: A stack of hay or corn.
rill, rills: A very small stream.
roc, rocs: In Arabian tales, a bird so huge that it can carry off elephants.
roebuck, roebucks, roe-buck, roe: A small deer of the woods.
rouble, roubles, ruble, rubles: A Russian silver coin.
rue, rued: To be very sorry for something.
rueful, ruefully: Sad and sorry.
ruffian, ruffians: A rough and violent man.
runnel, runnels: A tiny stream.
rusalka, rusalkas: In Russian tales, a water maiden who may draw people into the river.
rushlight, rushlights, rush-light: A cheap candle made of a reed dipped in fat.
sable, sables: A dark, costly fur; or black.
sabre, sabres, saber: A heavy sword with a curved blade.
sackcloth: Rough cloth, worn as a sign of sorrow.
sallow: Pale and yellowish.
sally forth, sallied forth, sallied: To set out bravely.
samite: Heavy silk cloth with threads of gold.
samurai: A knight of old Japan.
satchel, satchels: A bag hung over the shoulder, as for school.
sated: Having had more than enough.
satyr, satyrs: In Greek tales, a wild spirit of the woods, half man and half goat.
scabbard, scabbards: The cover in which a sword is carried.
sceptre, sceptres, scepter: The rod that a king or queen holds as a sign of power.
scimitar, scimitars, scymitar, cimeter: A curved sword of the East.
scold [old scold, a scold]: A woman who is always nagging.
scourge, scourges, scourged: A whip; to whip.
scruple, scruples, scrupled: A worry whether a thing is right; to hold back for it.
scullery, sculleries: A little room beside the kitchen for washing dishes.
scullion, scullions: The lowest servant in a kitchen, who washes the pots.
scythe, scythes: A tool with a long curved blade for cutting grass and corn.
seamstress, seamstresses, sempstress: A woman who earns her bread by sewing.
seer, seers: Somebody who can see what will happen.
seest: See, when one says "thou".
selfsame, self-same: The very same.
selkie, selkies: In Scottish tales, a seal that can take off its skin and become human.
seneschal, seneschals: The man who rules the household of a castle for its lord.
sepulchre, sepulchres: A tomb.
seraglio: The palace of a sultan, or the part of it where the women live.
serf, serfs: A poor farm worker who belonged to the lord of the land.
serpent, serpents: A snake, often a big or magic one.
sexton, sextons: The man who rings the church bells and digs the graves.
shalt: Shall, when one says "thou".
sheaf, sheaves: A bundle of corn tied together after it is cut.
sheath, sheaths, sheathed: The cover for a knife or sword; to put it in.
shilling, shillings: An old silver coin, worth twelve pennies.
shoal, shoals: A great number of fish swimming together; or shallow water.
shorn: With the hair or wool cut off.
shroud, shrouds: The cloth in which a dead person is wrapped.
shuttle, shuttles: The tool that carries the thread to and fro on a loom.
sickle, sickles: A small curved blade for cutting corn or grass.
sieve, sieves: A tool with many little holes, to shake flour or earth through.
signet, signet-ring: A ring with a mark for pressing into sealing wax.
sire, sires: A father; or what one calls a king when one speaks to him.
skein, skeins: A loose coil of thread or wool.
skiff, skiffs: A small light boat.
slain: Killed.
slay, slays, slew, slaying: To kill.
sledge, sledges: A sleigh; a cart on runners for snow.
slothful, sloth: Lazy; laziness.
slumber, slumbers, slumbered, slumbering: Sleep; to sleep.
smite, smites, smote, smitten, smiting: To hit hard.
smithy, smithies: The workshop of a blacksmith.
snare, snares, snared: A trap, often a loop of string.
snuffbox, snuff-box, snuffboxes, snuff-boxes: A little box for snuff, tobacco that people sniffed.
sojourn, sojourned, sojourning: A stay somewhere; to stay for a while.
solace, solaced: Comfort; to comfort.
sooth, in sooth, good sooth: Truth; truly.
soothsayer, soothsayers: Somebody who tells what will happen.
sorcerer, sorcerers: A man who works magic.
sorceress, sorceresses: A woman who works magic.
sorcery, sorceries: Magic, mostly of a bad kind.
sorely: Very much; painfully.
sorrel: A horse of a light red-brown; also a sour green plant that can be eaten.
sovereign, sovereigns: A king or queen; also an English gold coin.
spake: Spoke.
spectre, spectres, specter: A ghost.
spindle, spindles: A thin stick that turns round and twists wool or flax into thread.
spinning-wheel, spinning-wheels, spinning wheel, spinning wheels: A machine with a wheel for making thread.
sprite, sprites: A spirit or fairy.
squire, squires: A young man who serves a knight; or the owner of a country house.
stag, stags: A male deer with big antlers.
stalwart: Strong and brave.
stead: Place; "in his stead" means in place of him.
steadfast, steadfastly, stedfast: Firm and true, never giving way.
steed, steeds: A fine riding horse.
steward, stewards: The man who looks after a great house and its money for the owner.
stile, stiles: A step for climbing over a fence.
stirrup, stirrups: The ring at a saddle in which a rider puts the foot.
stoup, stoups: A mug or jug for drinking.
straightway, straightways: At once.
strew, strewed, strewn: To scatter all over.
stripling, striplings: A boy who is nearly a man.
sturdy, sturdily: Strong and solid.
suckling, sucklings: A baby or young animal that still drinks its mother's milk.
suitor, suitors: A man who wants to marry a lady.
sultan, sultans: A Muslim king, as in Turkey.
sultana, sultanas: The wife or daughter of a sultan.
sumptuous, sumptuously: Rich and costly.
sundry: Several different.
sup, sups, supped, supping: To eat in the evening, or to drink in sips.
suppliant, suppliants, supplicate, supplicated, supplication: One who begs humbly; to beg; such begging.
surfeit: Too much, above all of food.
swain, swains: A young country man, often in love.
sweetmeat, sweetmeats: A sweet; something made of sugar.
swineherd, swineherds: Somebody who looks after pigs.
swoon, swoons, swooned, swooning: A faint; to faint.
sylph, sylphs: A light spirit of the air.
`;
