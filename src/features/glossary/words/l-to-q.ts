/** How a line is read: ../old-words.ts. */
export const WORDS_L_TO_Q = `
lackey, lackeys: A man servant in fine clothes.
ladle, ladles: A big deep spoon for soup.
lance, lances: The long spear of a knight on horseback.
languish, languished, languishing: To grow weak and sad with longing.
larder, larders: A cool room or cupboard for food.
lass, lasses, lassie, lassies: A girl.
lattice, lattices, latticed: Thin strips of wood or metal crossed over a window.
laurel, laurels: A tree with shiny leaves; winners were crowned with them.
lea, leas: A meadow.
leagues, league off, league away, seven-league, seven-leagued: A league is an old measure, about an hour's walk.
leprechaun, leprechauns, lepracaun: In Irish tales, a tiny fairy shoemaker who knows where gold is hidden.
lest: For fear that; so that it may not happen.
lief, liefer: Gladly.
liege, lieges: The lord whom one has sworn to serve.
linden, lindens, linden-tree: The lime tree, with sweet-smelling flowers and heart-shaped leaves.
lineage: The family one comes from, back to the oldest forefathers.
linnet, linnets: A small brown bird that sings sweetly.
lithe: Bending easily; moving lightly.
livery, liveries, liveried: The special clothes that the servants of one house wear.
lo: Look!
loath, loth: Not willing; "he was loth to go" means that he did not want to.
loom, looms: The wooden frame on which cloth is woven.
lute, lutes: A stringed instrument with a round back, played like a guitar.
lyre, lyres: A small harp, held in one arm.
magistrate, magistrates: A judge, or one who rules in a town.
maidservant, maid-servant, maidservants, maid-servants: A woman who works in another's house.
malady, maladies: An illness.
malice, malicious, maliciously: The wish to hurt others.
mandarin, mandarins: A high officer of the emperor of China.
manifold: Many and of many kinds.
mantle, mantles: A loose cloak without sleeves.
mare, mares: A female horse.
marksman, marksmen: Somebody who shoots very well.
marl: A rich, chalky kind of earth.
mayhap: Perhaps.
mead: A sweet strong drink made from honey.
meek, meekly, meekness: Gentle and patient, never angry.
meet [it is meet, not meet that, it was meet]: Right and proper.
merman, mermen: A man of the sea, with a fish's tail.
methinks, methought: It seems to me; it seemed to me.
miller, millers: A man who grinds grain to flour in a mill.
millrace, mill-race, mill-stream, millstream: The fast water that drives the wheel of a mill.
mill-stone, mill-stones, millstone, millstones: One of the two big round stones that grind the grain in a mill.
minaret, minarets: The tall thin tower of a mosque.
minstrel, minstrels: A singer who went from castle to castle.
mire, mires, miry: Deep mud.
mirth, mirthful: Laughter and fun.
missive, missives: A letter.
moat, moats: A deep ditch round a castle, mostly full of water.
*moor, moors, moorland: Wild open land, high and often wet, with heather.
moorish: Of the Moors, Muslims of North Africa and of old Spain.
morrow: The next day.
morsel, morsels: A small bite of food.
mortar [pestle and mortar, mortar and pestle, in her mortar, in a mortar]: A bowl in which things are pounded to powder.
mountebank, mountebanks: A man who sells false medicines at fairs.
murrain: A plague of cattle; a curse, as in "a murrain on you".
musket, muskets: A long gun of old times.
myriad, myriads: A very great number.
myrtle, myrtles: A bush with shiny leaves and white, sweet-smelling flowers.
naiad, naiads: In Greek tales, a spirit who lives in a spring or river.
naught, nought: Nothing.
nay: No; or, no, even more than that.
needs must, must needs: To have to, with no choice about it.
ne'er: Never.
nether: Lower.
nettle, nettles: A wild plant whose leaves sting.
nigh: Near.
nightcap, nightcaps, night-cap, night-caps: A soft cap worn in bed.
nimble, nimbly: Quick and light on one's feet.
nisse, nisses, tomte, tomtes: In Northern tales, a little house spirit in grey with a red cap.
nix, nixie, nixies, nixy: In German tales, a water spirit who may pull people under.
nosegay, nosegays: A small bunch of sweet-smelling flowers.
nuptials, nuptial: A wedding.
nymph, nymphs: In Greek tales, a spirit of nature in the shape of a girl.
oaken: Made of oak wood.
oath, oaths: A solemn promise, or a curse.
odious: Hateful.
o'er: Over.
oft, ofttimes, oft-times, oftentimes: Often.
ogre, ogres: A giant who eats people.
ogress, ogresses: A giantess who eats people.
oratory, oratories: A little room for praying.
ostler, ostlers, hostler, hostlers: The man who looks after the horses at an inn.
packhorse, packhorses, pack-horse, pack-horses: A horse that carries loads on its back.
page [page boy, page-boy, page boys, page-boys, king's page, king's pages, little page, young page, pages and squires, royal page, faithful page, pages in waiting]: A boy who serves at a court or in a castle.
pageant, pageants: A splendid show or procession.
palanquin, palanquins: A covered bed on poles in which a grand person was carried.
palfrey, palfreys: A quiet riding horse, mostly for ladies.
pallet, pallets: A poor bed of straw.
palsy, palsied: An illness that makes people shake or unable to move.
pannier, panniers: One of two baskets that hang at the sides of a donkey.
parapet, parapets: A low wall along the edge of a roof or bridge.
parch, parched: To make very dry and hot.
parchment, parchments: The skin of a sheep or goat, made thin for writing on.
parley, parleys, parleyed: A talk between enemies.
parlour, parlours: The best room of a house, for sitting and for guests.
parson, parsons: The priest of a village.
pasha, pashas, pacha, bashaw: A great lord or governor in Turkey.
pate, pates: The top of the head.
pauper, paupers: A very poor person.
pavilion, pavilions: A large fine tent, or a light summer house.
peasant, peasants: Somebody from the country who works a small piece of land.
peck of, pecks of: A peck is an old measure for grain, a quarter of a bushel.
pedlar, pedlars, peddler, peddlers: A man who walks from house to house with things to sell.
penance: Something hard that one does to make up for a wrong.
penitent, penitence: Sorry for what one has done wrong.
peradventure: Perhaps.
perchance: Perhaps.
peri, peris: In Persian tales, a beautiful fairy with wings.
perilous, peril, perils: Dangerous; danger.
perish, perishes, perished, perishing: To die.
perplexed, perplexity: Puzzled, not knowing what to do.
pestle, pestles: The thick stick for pounding things in a bowl called a mortar.
pewter: A dull grey metal for plates and mugs.
philtre, philtres, philter: A magic drink that makes one fall in love.
phoenix: A wonderful bird that burns itself and rises young from the ashes.
piastre, piastres, piaster: A silver coin of Turkey and Egypt.
pined, pining: To pine is to grow thin and ill from longing.
pinion, pinions: A bird's wing.
pitcher, pitchers: A big jug.
piteous, piteously: So sad that it makes one feel pity.
pixie, pixies, pixy: A small merry fairy of the west of England.
plait, plaits, plaited: A braid of hair; to braid.
plight, plighted: A bad state; or to promise, as in "plight one's troth".
ploughshare, ploughshares, plowshare: The sharp blade of a plough.
pommel, pommels: The knob at the front of a saddle or at the end of a sword.
porringer, porringers: A small bowl for soup or porridge.
portal, portals: A great and splendid door.
portcullis: An iron gate that is let down from above to close a castle.
portly: Stout and dignified.
portmanteau, portmanteaus: A big bag or case for a journey.
postilion, postilions, postillion, postillions: A man who rides on one of the horses that pull a coach.
potentate, potentates: A mighty ruler.
potion, potions: A drink that heals, poisons or works magic.
pottage: Thick soup.
prattle, prattled, prattling: To chatter like a small child.
precipice, precipices: A very steep cliff.
prithee, pr'ythee: Please; "I pray thee".
privily: In secret.
proclaim, proclaims, proclaimed, proclaiming: To tell something to everybody, as by a herald.
proclamation, proclamations: A message from the ruler, called out to everybody.
prodigious, prodigiously: Wonderfully big.
proffer, proffered: To offer.
prostrate, prostrated: Lying face down on the ground.
prowess: Great skill and bravery.
psaltery, psalteries: An old instrument with strings, like a flat harp.
purloin, purloined: To steal.
quaff, quaffed, quaffing: To drink in big gulps.
quailed, quailing: Shrank back in fear.
quarterstaff, quarter-staff: A long stout stick to fight with.
quay, quays: The place in a harbour where ships are loaded.
quench, quenched, quenching: To put out a fire, or to end one's thirst.
quest, quests: A long search for something precious.
quiver of arrows, quiver full: A quiver is a case for arrows, worn on the back.
quoth: Said.
`;
