/** How a line is read: ../old-words.ts. */
export const WORDS_C_TO_E = `
cadi, cadis: A judge in the tales of Arabia.
caldron, caldrons, cauldron, cauldrons: A big round pot that hangs over a fire.
caliph, caliphs: The ruler of the old Muslim empire, as in Baghdad.
camphire: An old word for henna, a plant whose leaves give a red dye.
canst: Can, when one says "thou".
caparison, caparisoned: A rich cloth laid over a horse; to be dressed in one.
capon, capons: A cock made fat to be eaten.
caravanserai, caravanserais, caravansary: In the East, an inn with a great yard where travellers and camels rest.
casement, casements: A window that opens on hinges like a door.
cask, casks: A small barrel.
casket, caskets: A small box for jewels and treasures.
causeway, causeways: A raised road over wet ground or water.
cavern, caverns: A big cave.
chaff: The dry skins that come off when corn is threshed.
chalice, chalices: A tall cup of gold or silver, as in a church.
chamberlain, chamberlains: The man who looks after the rooms and servants of a king.
changeling, changelings: A fairy child left in a cradle in place of the baby that was stolen.
chaplet, chaplets: A ring of flowers or leaves worn on the head.
charcoal-burner, charcoal-burners, charcoal burner, charcoal burners: A man in the forest who makes charcoal by burning wood slowly.
charger, chargers: A knight's strong horse, trained for battle.
chariot, chariots: A fast cart on two wheels, or in tales any splendid carriage.
charwoman, charwomen: A woman who cleans other people's houses for money.
chasm, chasms: A deep, wide crack in the ground.
chide, chides, chid, chided, chiding, chidden: To scold.
chimney-corner, chimney corner: The warm seat beside an open fire.
churl, churls: A rude man with no manners.
churlish: Rude and unfriendly.
cinders: What is left, half burnt, when a fire goes out.
clad: Dressed.
clout, clouts: A piece of old cloth, a rag; or a hard slap.
cloven: Split in two, like the foot of a goat.
coat of mail, coats of mail, shirt of mail, shirts of mail, mail-coat: A shirt made of little iron rings, worn in battle.
cobbler, cobblers: Somebody who mends shoes.
cockatrice, cockatrices: A monster, half cock and half snake, that kills with its eyes.
coffer, coffers: A strong box for money and treasure.
comely, comelier, comeliest, comeliness: Pleasant to look at.
comfit, comfits: A sweet made of a nut or seed with sugar round it.
conjure, conjured: To call up by magic.
conjurer, conjurers, conjuror, conjurors: Somebody who does magic.
consort, consorts: The husband or wife of a ruler.
cooper, coopers: A man who makes barrels.
copse, copses, coppice, coppices: A small wood.
coracle, coracles: A small round boat made of skins over a frame.
coronet, coronets: A small crown.
counsellor, counsellors: A wise person who tells a ruler what to do.
courser, coursers: A swift horse.
courtier, courtiers: Somebody who lives at the court and serves the king or queen.
covenant, covenants: A solemn promise between two sides.
cowherd, cowherds: Somebody who looks after cows.
cowl, cowls: The hood of a monk.
crag, crags: A steep, rough rock.
crone, crones: A very old woman.
cubit, cubits: An old measure; as long as an arm from elbow to fingertips.
cudgel, cudgels, cudgelled, cudgelling: A short thick stick for hitting; to beat with one.
cur, curs: A bad-tempered dog of no special kind.
curds: The thick white lumps of sour milk, from which cheese is made.
cutlass, cutlasses: A short curved sword, as sailors had.
czar, czars, tsar, tsars: The emperor of Russia.
czarina, tsarina, tsaritsa, czaritza, tsaritza: The empress of Russia.
dainties: Small, very good things to eat.
dale, dales: A valley.
dalliance: Playing about and wasting time.
damask: Silk or linen with a pattern woven into it.
damsel, damsels: A young woman who is not married.
dauntless: Not afraid of anything.
deign, deigns, deigned, deigning: To do something although one thinks oneself too grand for it.
dell, dells: A small valley with trees.
dervish, dervishes: A Muslim holy man who lives poor and prays.
diadem, diadems: A crown or jewelled band for the head.
didst: Did, when one says "thou".
dinar, dinars: A gold coin of Arabia.
dire: Terrible.
dirk, dirks: A long dagger, as in Scotland.
disconsolate: So sad that nothing helps.
discourse, discourses, discoursed: A long talk; to speak about something.
distaff, distaffs: The stick that holds the wool or flax while it is spun into thread.
djinn, jinn, jinnee, jinni, djinni, djinnee: In Arabian tales, a spirit with great magic; a genie.
doff, doffed, doffing: To take off, as a hat.
doleful, dolefully: Very sad.
dolt, dolts: A stupid person.
donjon, donjons: The strongest tower of a castle.
dost: Do, when one says "thou".
doth: Does.
doublet, doublets: A short tight jacket that men wore long ago.
doubloon, doubloons: A Spanish gold coin.
doughty: Brave and strong.
dowry, dowries, dower, dowered: The money or goods that a bride brings when she marries.
drake, drakes: A male duck.
drawbridge, drawbridges: A castle's bridge that can be pulled up.
dromedary, dromedaries: A camel with one hump, for riding.
dross: What is worthless and thrown away when metal is melted.
drudge, drudges, drudgery: Somebody who has to do hard and boring work; such work.
dryad, dryads: In Greek tales, a spirit who lives in a tree.
ducat, ducats: An old gold coin.
dulcimer, dulcimers: An instrument with strings that are struck by little hammers.
dungeon, dungeons: A dark prison under a castle.
dwelling, dwellings: The house or place where somebody lives.
dwelt: Lived somewhere.
earl, earls: A nobleman of high rank.
earthenware: Made of baked clay.
edict, edicts: An order from a ruler that everybody must obey.
e'en: Even.
e'er: Ever.
elixir, elixirs: A magic drink that heals, or keeps one alive.
ell, ells: An old measure for cloth, about as long as an arm.
emir, emirs: An Arab prince.
enchantress, enchantresses: A woman who works magic.
ensnare, ensnares, ensnared: To catch in a trap.
entreat, entreats, entreated, entreating: To beg somebody to do something.
entreaty, entreaties: A heartfelt begging.
ere: Before.
ermine: The white winter fur of a stoat, worn by kings and queens.
erst, erstwhile: Once; in earlier times.
espy, espied, espies, espying: To catch sight of.
eventide: Evening.
ewe, ewes: A female sheep.
ewer, ewers: A big jug for water.
exceeding, exceedingly: Very.
eyrie, eyries, eyry, aerie: The nest of an eagle, high up on a rock.
`;
