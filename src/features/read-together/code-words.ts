/**
 * The words of session codes, such as `brave-little-fox`: two different describing words and a name. Simple, friendly, and not mistaken for
 * each other when said aloud. There are more than 40 million codes; see `TRY_LIMITS` for how many can be tried.
 */
import { randomInt } from 'node:crypto';

const split = (words: string): readonly string[] => words.trim().split(/\s+/);

export const DESCRIBING = split(`
able active agile airy alert amber amiable ample amused ancient artful autumn awake azure bashful basil beaming bold bonny bouncy brainy
brave breezy bright brilliant brisk bronze bubbly bumpy busy calm candid canny carefree caring cheerful cherry chilly chirpy chummy
cinnamon citrus civil classic clean clever cloudy clumsy coastal cobalt copper coral cosy courtly crafty cranberry creamy creative crimson
crispy crunchy crystal cuddly curious curly dainty dancing dapper daring dashing dazzling decent deep diligent dimpled distant double
dozing dreamy drowsy dusky dutiful eager early earnest easy eastern elegant emerald enchanted endless fabulous faithful famous fancy
fearless feathery festive fiery floral fluffy flying foggy fond forest forgiving freckled free fresh friendly frisky frosty funny
fuzzy gallant generous gentle genuine giddy gifted giggly ginger glad gleaming glossy glowing golden good graceful grand grateful green
handsome handy happy hardy harmless hazel healthy hearty helpful hidden honest honey hopeful humble humming icy indigo inky ivory jaunty
jazzy jolly jovial joyful jubilant juicy jumping keen kind lacy lasting laughing lavender leafy lemony lilac lively lofty logical lovely
loyal lucky lunar magic magenta marble mellow melodic merry mighty mild minty misty modest moonlit mossy musical narrow neat nice nifty
nimble noble northern nutty olive open orange orderly pastel patient peaceful peachy pearly peppy perky pink playful pleasant plucky
polite popular precious pretty proper proud purple quaint quick quiet quirky radiant rainy rapid ready relaxed restful ripe
roaming robust rosy round royal ruby rusty sandy scarlet secret sensible serene shaggy sharing shiny shy silent silky silly silver simple
sincere singing sleepy slender smart smiling smooth snowy snug soft solar solid southern sparkly speckled speedy spirited splendid
spotted springy sprightly spry starry steady sticky stormy stripy strong sturdy summer sunny super sweet swift tall tangy tasty tawny teal
tender thankful thoughtful thrifty tidy timid tiny toasty trusty tuneful turquoise twinkly upbeat useful valiant vanilla velvet violet
vivid wandering warm watchful waving western whispering whistling wild willing winding windy winter wise witty wonderful woolly worthy
yellow youthful zany zesty zippy little`);

export const NAMES = split(`
acorn acrobat actor alpaca anchor angel ant antelope apricot apron arrow artist aspen avocado baby badger bagel baker balloon bamboo
banana banjo barn basket bat bathtub beach beacon beagle bear beaver bee beetle bell bicycle biscuit bison blanket blossom bluebell boat
bonfire bonnet book boot bottle bouquet bracelet branch bread bridge broom brother bubble bucket buckle buffalo bugle builder bunny bus
butter buttercup butterfly button cabbage cabin cactus camel camera canary candle candy canoe canyon captain caravan carpenter carpet
carrot castle cat caterpillar cello chair chalk chameleon cheese cheetah cherub chestnut chick chicken chimney chipmunk circus clarinet
cliff clock cloud clover clown coat cobbler coconut comet compass cookie corn cottage cousin cow coyote crab cradle crane crayon cricket
crocodile crow crown cucumber cup cupboard cupcake curtain daffodil daisy dandelion deer desert desk diamond dinosaur doctor dog doll
dolphin donkey doorbell doughnut dove dragon dragonfly drawing drum duchess duck duckling duke dumpling eagle earring easel elbow elephant
elf elk engine explorer fairy falcon farm farmer feather fern ferret ferry fiddle field finch finger firefly fish flag flamingo flute
forester fountain fox friend frog garden garlic gazelle gecko giraffe glacier glove goat goblet goldfish goose gorilla grape grass
grasshopper guitar gull hammer hammock hamster harbour harp hat hazelnut hedge hedgehog helmet hen heron hill hippo honeybee horn horse
house hummingbird husky iceberg igloo iguana island ivy jackal jacket jaguar jam jasmine jelly jellyfish jewel jigsaw juggler jungle
kangaroo kayak kettle kingfisher kitchen kite kitten kiwi koala lace ladder ladle ladybird lake lamb lamp lantern lark leaf lemon lemur
leopard letter library lighthouse lily lion lizard llama lobster locket lollipop lotus lynx magnet magpie mammoth mango maple marigold
market marmalade marmot meadow meerkat melon mermaid meteor milkshake mill miller mirror mitten mole monkey moon moose mother moth
motorbike mountain mouse muffin mule mushroom mustard nanny napkin necklace needle nest nightingale noodle notebook nurse oak oasis oboe
ocean octopus omelette onion opal orchard orchid ostrich otter oven owl oyster paddle painter palace panda panther paper parade
parasol parcel park parrot parsley pasta peacock peanut pebble pelican pencil penguin peony pepper petal pheasant piano picnic pigeon
piglet pillow pilot pine pineapple pirate planet plum pocket poem poet pond pony poodle poppy porcupine porridge postman potato prince
princess pudding puffin pumpkin puppet puppy puzzle pyramid quail quilt rabbit raccoon radish rainbow raisin raspberry raven reindeer
rhino ribbon river road robin rocket rooster rose rowboat saddle sailor salad salmon sandal sandwich saucer saxophone scarf school scooter
seagull seal seashell seed shadow sheep shepherd ship shoe shovel shrimp singer sister skater sledge sloth slipper snail snake snowball
snowdrop snowflake sock sofa sparrow spider spinach spoon squid squirrel stable star starfish statue stork strawberry stream sunflower
surfer swallow swan sweater table tadpole tailor tambourine taxi teacher teacup teapot tent thimble thistle thrush ticket tiger toad
toast tomato tortoise toucan tower tractor train treasure tree trolley trombone trumpet tugboat tulip tunnel turkey turnip turtle umbrella
uncle unicorn vase village viola violin volcano waffle wagon waiter wallaby walnut walrus waterfall watermelon weasel whale wheel whistle
willow window wizard wolf wombat woodpecker wren yacht yak yogurt zebra`);

/** Returns a random code. */
export function randomCode(): string {
  const pick = (words: readonly string[]) => words[randomInt(words.length)] ?? '';
  const first = pick(DESCRIBING);
  return [first, pick(DESCRIBING.filter((word) => word !== first)), pick(NAMES)].join('-');
}

/** Whether a text could be a code. Others are typing errors, and tell nothing to those who try codes. */
export function isPossibleCode(text: string): boolean {
  const [first = '', second = '', name = '', ...rest] = text.split('-');
  return rest.length === 0 && first !== second && DESCRIBING.includes(first) && DESCRIBING.includes(second) && NAMES.includes(name);
}
