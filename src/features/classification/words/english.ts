import type { Lexicon } from './lexicon.ts';

export const ENGLISH: Lexicon = {
  animals: `~kid ~kids fox foxes vixen wolf wolves hare hares rabbit rabbits bear bears cat cats pussy puss kitten* ~dog ~dogs hound hounds puppy mouse
    mice rat rats cock cocks rooster hen hens chick* goose geese gander gosling* duck ducks duckling* drake turkey turkeys sparrow* crow
    crows raven ravens jay magpie* jackdaw* rook rooks lion lions lioness tiger tigers leopard* panther* jackal* hyena* ass asses donkey*
    ~horse ~horses mule mules ~ox ~oxen ~cow ~cows bull bulls heifer* calf calves goat goats ~sheep ewe lamb lambs ram rams
    monkey* ape apes elephant* rhinoceros frog frogs toad toads tadpole* snail* tortoise* turtle* crocodile* alligator* camel* deer stag
    stags doe fawn* hart roebuck pig pigs piggy sow swine hog hogs boar boars weasel* marten* squirrel* hedgehog* badger* mole moles bat
    bats eagle* hawk hawks falcon* kite kites vulture* owl owls stork* heron* crane cranes swan swans swallow* nightingale* lark larks
    thrush* wren wrens robin cuckoo* dove doves pigeon* partridge* pheasant* quail* parrot* peacock* jelly-fish jelly ~fish ~fishes crab
    crabs oyster* whale bee bees wasp* ant ants ~flies gnat* flea fleas louse beetle* cockchafer* grasshopper* cricket* spider*
    butterfly butterflies moth caterpillar* viper* ~beast ~beasts ~animal ~animals ~bird ~birds`,
  creatures: `troll trolls trold* giant giants giantess* ogre ogres ogress* dragon dragons fairy fairies faery fays fay elf elves elfin
    elfland dwarf dwarfs dwarves goblin* hobgoblin* gnome* kobold* mermaid* merman mermen merrow* nix nixie* nixy water-sprite* sprite
    sprites leprechaun* lepracaun* lepreghaun* cluricaun* pooka phooka puca brownie brownies pixy pixies ~imp ~imps genie genies genii
    jinn djinn ginn unicorn* griffin* griffon* gryphon* phoenix ~monster* demon demons ogre* basilisk ~serpent
    ~serpents hydra sea-king sylph* peri peris rakshas* deev dev cyclops nisse tomte werewol* hill-folk good_people little_people
    ~little_man wood-sprite centaur* minotaur sphinx triton water-man erlking`,
  death: `~dead ~death deaths corpse* coffin* grave graves graveyard churchyard* ghost ghosts ghostly apparition* phantom* spectre* murder*
    ~blood bloody bleeding ~kill ~killed ~killing ~slain ~slew ~slay devil devils devilish hell satan fiend* skull* skeleton* ~bones gallows
    hanged hangman horror horrid horribl* ~terror ~terrified haunted vampire* poison* executioner* behead* tomb tombs ~buried burial
    funeral shroud cannibal* chopped hacked wailing ~despair torment* tortur* doomed drowned ~midnight shudder* ~die ~dies ~died ~dying ~cruel
    ~wicked ~wickedness ~sin ~sins ~souls ~pale ~misery cut_off_his_head cut_off_her_head cut_his_throat`,
  love: `love loved loves loving lover lovers beloved sweetheart* bride brides bridegroom* betroth* ~wedding ~weddings ~marry ~married ~marries
    ~marriage wooer* woo wooed wooing kiss kissed kisses kissing suitor* ~darling ~dearest true-love affection* ~passion* ~embrace* ~tender*
    ~beauty fell_in_love in_love her_heart his_heart ~handsome ~lovely ~husband ~faithful ~heart`,
  spells: `enchant* disenchant* spell spells bewitch* ~witch ~witches witchcraft wizard* magician* sorcer* magic magical transform* ~charm
    ~charms ~charmed wand curse cursed curses turned_into turned_to changed_into changed_to human_form human_shape own_form proper_shape
    natural_form ~set_free deliver* ~release* ~disguise ~shape ~shapes ~godmother ~stepmother ~step-mother ~stepdaughter
    ~step-daughter raven-skin swan-skin feather-skin ~invisible prophecy prophes* ~seven_years turned_himself turned_herself became_a
    ~asleep hundred_years wicked_queen `,
  roads: `sword swords fight fights fought fighting battle* journey* travel* set_out set_off robber* thief thieves stole ~steal ~stolen ~ship
    ~ships sail sailed sailing sailors ~sea ~shore island* steed ~horse ~horses ~rode ~ride ~riding saddle ~castle danger* dangers adventur*
    courage* brave bravely bravest hero heroes knight knights warrior* army armies war wars ~soldier ~soldiers escape* pursue* pursuit
    ~reward* half_the_kingdom half_his_kingdom seek_his_fortune ~his_fortune captain* treasure* caravan* sultan vizier vizir caliph ~task
    ~tasks champion* conquer* victor* prisoner* prison captive* arrow arrows ~bow spear spears ~strength ~strong ~gold ~golden youngest_brother
    two_brothers three_brothers eldest_brother ~brothers ~the_lad ~the_youth ~king_daughter`,
  wonders: `~moon moonlight ~sun sunbeam* ~sunshine ~star ~stars ~flower ~flowers blossom* rose roses rosebush lily violets tulip* daisy ~tree
    ~trees fir poet poets poetry poem* ~song ~songs melody music violin organ ~spring ~winter ~summer autumn dream* ~clouds ~cloud ~heaven
    heavenly angel* paradise ~snow snowflake* ~ice leaf leaves ~garden doll dolls toy toys plaything* needle lamp lantern candle ink
    pen teapot ~picture ~pictures painter artist ~beautiful ~splendid ~splendor ~splendour ~wonderful ~wonder ~thoughts memory
    fairyland underworld ~palace ~crystal ~wish ~wishes ~invisible immortal* childhood christmas sparkling glittered glittering
    spring-time ~rays ~light ~world ~nature eternity `,
  village: `peasant* farmer* ploughman priest priests parson clergyman clerk sexton saint saints st ~god ~lord virgin market
    village villagers ~neighbour* ~neighbor* fool fools foolish stupid simpleton silly tailor* shoemaker* cobbler* miller* smith
    blacksmith potter weaver* tinker* cottage ~pot kettle penny pence shilling* farthing* sixpence dollars thaler* bargain ~sell ~sold
    ~buy ~bought goodman gudewife goody judge judges lawyer* ~doctor to_this_day that_is_why it_is_said they_say they_tell monk monks
    convent monastery hermit mass prayer* pray prayed beggar* ~begged ~laugh* trick tricks cunning ~wise wisdom ~clever lazy thrifty
    miser miserly ~rich ~poor ~bread ~cheese ~butter bacon beer ale whisky whiskey ~drink drunk potatoes cabbage turnip* oats corn barley
    harvest ~old_woman ~old_man old_wife thrash* cudgel ~beat wager wagered riddle* proverb ye yer ould ses wid     gods sage ~custom temple ancestor* ~emperor ~legend tradition ananzi anansi ~story ~stories shepherd dame gaffer goodwife`,
  people: `king kings queen prince princess princes man men woman women boy boys girl girls lad lass lassie maiden maidens maid mother
    father wife husband son sons daughter daughters brother brothers sister sisters soldier lady ladies lord lords people child
    children merchant sultan`,
  court: `king kings queen queens prince princes princess princesses palace castle crown throne royal court courtiers sultan emperor kingdom majesty`,
};
