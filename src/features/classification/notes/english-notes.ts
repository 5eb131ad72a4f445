import type { NoteRule } from './note-rule.ts';

const PARENT = '(?:father|mother|parents|papa|mamma|queen his mother|queen her mother)';
const CHILD = '(?:child|children|babe|baby|infant|little boy|little girl|little one|little son|little daughter)';
const BEAST =
  '(?:dog|dogs|hound|cat|ass|donkey|horse|horses|mule|goat|ox|cow|hen|cock|lamb|sheep|bird|swan|monkey|tortoise|parrot|buffalo|pony)';

export const ENGLISH_NOTES: readonly NoteRule[] = [
  {
    note: 'death-of-a-parent',
    words: new RegExp(
      `\\b(?:his|her|their|our|my|whose|the (?:boy|girl|child|maiden|children)'s) (?:\\w+ )?${PARENT} (?:\\w+ )?(?:died|was dead|is dead|were dead|are dead|had died|lay dead|was buried|is buried)\\b|\\b${PARENT} and ${PARENT} (?:\\w+ )?(?:died|were dead|are dead)\\b|\\b(?:he|she|they) had lost (?:her|his|their) (?:\\w+ )?${PARENT}\\b|\\blost (?:her|his) (?:mother|father|wife|husband)\\b|\\borphans?\\b|\\bwhen (?:the|their|his|her) (?:old )?(?:father|mother|man|widow) (?:\\w+ )?died\\b|\\b(?:queen|wife) died\\b(?=[\\s\\S]{0,400}\\b(?:stepmother|step-mother|another wife|married again))|\\b${PARENT} died when\\b|\\bkilled (?:my|his|her|our|their) (?:father|mother)\\b`,
      'g',
    ),
  },
  {
    note: 'death-of-a-child',
    words: new RegExp(
      `\\b(?:the|his|her|their|my|our|dead) (?:\\w+ ){0,2}${CHILD} (?:\\w+ )?(?:died|was dead|is dead|were dead|lay dead)\\b|\\bdead ${CHILD}\\b|\\b${CHILD}'s (?:grave|coffin)\\b|\\b(?:killed|slew|murdered|drowned|ate up|eaten up|devoured) (?:\\w+ ){0,3}${CHILD}\\b`,
      'g',
    ),
  },
  {
    note: 'cruelty-to-children',
    words:
      /\b(?:step-?mother|mother|father|master|mistress|cook|sisters?|brothers?|woman|witch)\b[^.]{0,80}\b(?:beat (?:him|her|them|the (?:boy|girl|child))|beats us|whipped (?:him|her)|ill-treated|ill-used|ill-treat|starved?|cruel to (?:him|her|them)|hated (?:him|her|them|the girl|the child)|treated (?:him|her|them) (?:very )?(?:badly|cruelly|shamefully|harshly))\b|\bcruel step-?mother\b|\b(?:wicked|cruel|bad) (?:old )?step-?mother\b|\bnothing to eat but\b|\b(?:rags|cinders|ashes)\b[^.]{0,60}\bstep-?(?:mother|sisters)\b|\bleave (?:the children|them) (?:in|alone in) the (?:forest|wood)\b|\bbeat (?:the|that|her|his) (?:poor )?(?:boy|girl|child|son|daughter|stepdaughter|step-daughter)\b|\b(?:boy|girl|child)\b[^.]{0,40}\b(?:soundly|cruelly|severely) (?:beaten|whipped|thrashed)\b/g,
  },
  { note: 'cruelty-to-children', words: /\bstep-?(?:mother|daughter|sister)s?\b/g, least: 3 },
  {
    note: 'cruelty-to-animals',
    words: new RegExp(
      `\\b(?:beat|beaten|whipped|flogged|cudgelled|thrashed|tormenting|tormented|tortured|killed|drowned|skinned|shot|threw|kicked) (?:the|his|her|their|a|that|its|this) (?:\\w+ )?${BEAST}\\b|\\bwring(?:ing)? (?:his|her|its|the \\w+'s) neck\\b|\\b(?:killed|skinned) it\\b|\\bkilled the (?:cock|sheep|cow|dog|horse)\\b`,
      'g',
    ),
    least: 1,
  },
  {
    note: 'violence',
    words:
      /\b(?:cut|cuts|cutting|hew|hewed|hewn|chop|chopped|struck|smote|strike|hack\w*) (?:\w+ ){0,4}(?:heads?|throat|arms?|hands?|legs?)\b|\b(?:stabbed|slew|slain|murdered|murder|murderer|murderers|beheaded|throttled|strangled)\b|\b(?:killed|kill|killing|slay|strike \w+ dead|struck dead)\b|\b(?:torn|tore|hacked|cut|chopped) (?:\w+ ){0,2}(?:to|in|into) (?:\w+ )?pieces\b|\bpools? of blood\b|\bblood (?:ran|flowed|streamed|poured)\b|\bran (?:him|his sword|the sword|it) through\b|\bthrough the heart\b|\bhead (?:rolled|flew|fell)\b|\bput to death\b|\bcleft\b|\bcut off\b/g,
    least: 3,
    perThousand: 0.5,
  },
  {
    note: 'cruel-punishment',
    words:
      /\b(?:barrel|cask)\b[^.]{0,60}\bnails\b|\bred-hot (?:iron )?(?:shoes|slippers)\b|\b(?:she|he|her|him|witch|queen|mother|woman|them) (?:\w+ ){0,3}burn(?:t|ed)? (?:to (?:ashes|death)|alive)\b|\bburn(?:t|ed)? (?:alive|at the stake)\b|\bmiserably burnt\b|\band burnt to ashes\b|\b(?:at|to) the stake\b|\bcast into the fire and\b|\btorn (?:to pieces )?by (?:wild )?(?:beasts|horses|animals)\b|\bbetween (?:\w+ )?(?:four|twelve|two|wild)? ?(?:unbroken )?(?:steeds|horses)\b|\b(?:boiling|hot) oil\b|\bhanged (?:on|from|upon|as) (?:a|the)\b|\beyes (?:were |to be )?(?:pecked|put|gouged) out\b|\b(?:buried|walled up|flayed|skinned|roasted) alive\b|\bpit (?:with|of) (?:adders|snakes|serpents|vipers)\b|\bimpaled\b/g,
  },
  {
    note: 'frightening-scenes',
    words:
      /\b(?:ghosts?|ghostly|apparitions?|spectres?|phantoms?|skeletons?|corpses?|haunted|banshee|vampires?|headless|graveyard|churchyard at (?:night|midnight)|fiends?|blood curdle|hair stood on end|cannibals?|man-eaters?|human flesh|christian (?:blood|flesh)|coffin (?:lid|opened))\b|\beat (?:thee|you|her|him) (?:all )?up\b|\bwithout (?:a )?(?:head|heads)\b/g,
    least: 3,
    perThousand: 1.2,
  },
  {
    note: 'suicide',
    words:
      /\b(?:kill|killed|drown|drowned|hang|hanged|stab|stabbed|poisoned|killing|drowning) (?:himself|herself|themselves|myself)\b|\b(?:threw|flung|cast) (?:himself|herself|themselves) (?:from|down from|over|out of) (?:the|a) (?:\w+ )?(?:cliff|window|tower|precipice|rock)\b|\bput an end to (?:his|her|my) (?:own )?life\b|\btook (?:his|her) own life\b|\bdrank (?:also )?(?:of )?the poison\b/g,
  },
  {
    note: 'drink',
    words: /\b(?:drunk|drunken|drunkard|tipsy|brandy|whisky|whiskey|poteen|potheen|dead drunk|rum|liquor|gin)\b/g,
    least: 3,
    perThousand: 0.8,
  },
  { note: 'slavery', words: /\b(?:slaves?|slavery|slave-market|bondwoman)\b/g, least: 3, perThousand: 0.4 },
  {
    note: 'old-stereotypes',
    words:
      /\b(?:jews?|jewish|jewess|gips(?:y|ies)|gyps(?:y|ies)|negro|negroes|negress|nigger|niggers|blackamoors?|savages|moorish|black slave|blacks|heathens?|red indians?|infidels?|redskins?)\b|\bblack (?:man|people|folk)\b|\bas black as (?:\w+ )?(?:night|coal|pitch)\b[^.]{0,40}\bugly\b|\bblack as night and (?:as )?ugly\b/g,
    least: 2,
  },
];
