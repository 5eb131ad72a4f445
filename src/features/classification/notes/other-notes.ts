import type { NoteRule } from './note-rule.ts';

const GERMAN: readonly NoteRule[] = [
  {
    note: 'death-of-a-parent',
    words:
      /\b(?:vater|mutter|eltern) (?:\S+ ){0,3}(?:starb|starben|gestorben|tot|todt|begraben)\b|\b(?:starb|starben) (?:ihm|ihr|ihnen|sein|ihr|der|die) (?:\S+ )?(?:vater|mutter|eltern)\b|\bwaisen?(?:kind)?\b|\bhinterließ sein\S* (?:\S+ )?(?:kinder\S*|söhne\S*|töchter\S*|sohn\S*)/g,
  },
  {
    note: 'death-of-a-child',
    words: /\b(?:totes kind|tote kind|kind (?:\S+ ){0,2}(?:starb|tot|todt|gestorben)|totenhemdchen)\b/g,
  },
  {
    note: 'cruelty-to-children',
    words:
      /\bstiefmutter\b[^.]{0,120}\b(?:schlug|schläge|prügel|haßte|hungern|böse|quälte|stieß)\b|\b(?:böse|schlimme) stiefmutter\b|\bschlug (?:das|ihr|sein) kind\b/g,
  },
  { note: 'cruelty-to-children', words: /\bstiefmutter\b/g, least: 3 },
  {
    note: 'cruelty-to-animals',
    words:
      /\b(?:schlug|prügelte|erschlug|tötete|quälte|ersäufte|marterte) (?:den|die|das|seinen|sein|ihren) (?:\S+ )?(?:hund|katze|esel|pferd|roß|tier|vogel)\b/g,
  },
  {
    note: 'violence',
    words:
      /\b(?:kopf|köpfe|haupt) (?:\S+ ){0,3}(?:ab|herunter)\b|\b(?:schlug|hieb|warf) (?:\S+ ){0,4}(?:tot|todt)\b|\bzerquetscht\b|\babgeschlagen\b|\b(?:ermordet\S*|erstach|erstochen|mord\S*|mörder\S*|erschlug|erschlagen|umbringen|umgebracht|geköpft|enthauptet|in stücke|zerriß|zerrissen|dolch|blutig)\b/g,
    least: 3,
    perThousand: 0.7,
  },
  {
    note: 'cruel-punishment',
    words:
      /\b(?:faß|fass)\b[^.]{0,60}\bnägel\S*|\bglühende\S* (?:schuhe|pantoffeln)\b|\b(?:lebendig|zu asche) verbrannt\b|\bscheiterhaufen\b|\bgalgen\b|\bgehängt\b|\bvon (?:vier )?(?:ochsen|pferden) zerrissen\b|\bgerädert\b/g,
  },
  {
    note: 'frightening-scenes',
    words: /\b(?:gespenst\S*|geister|gerippe|leichnam|totenkopf|spuk\S*|menschenfresser\S*|menschenfleisch|vampir\S*)\b/g,
    least: 3,
    perThousand: 1.2,
  },
  {
    note: 'suicide',
    words:
      /\b(?:brachte|tötete|erhängte|ertränkte|erstach) sich\b|\bstürzte sich (?:in|ins|hinab)\b|\bsich das leben (?:genommen|nehmen)\b/g,
  },
  { note: 'drink', words: /\b(?:betrunken\S*|besoffen\S*|branntwein|schnaps|rausch)\b/g, least: 3 },
  { note: 'slavery', words: /\b(?:sklave\S*|sklavin\S*|sclave\S*|sclavin\S*)\b/g, least: 2 },
  { note: 'old-stereotypes', words: /\b(?:jude|juden|jüdin|zigeuner\S*|neger\S*|mohr|mohren|heiden)\b/g, least: 2 },
];

const DANISH: readonly NoteRule[] = [
  { note: 'death-of-a-parent', words: /\b(?:fader|moder|far|mor) (?:\S+ ){0,2}(?:død|døde|begravet)\b|\bforældreløs\S*\b/g },
  {
    note: 'death-of-a-child',
    words: /\b(?:barn|barnet|børn|dreng|lille) (?:\S+ ){0,2}(?:døde|død|dødt)\b|\bdøde barn\b|\bbarnets (?:grav|kiste)\b/g,
  },
  {
    note: 'cruelty-to-animals',
    words:
      /\bslog (?:\S+ ){0,3}(?:hest|hunden?|heste|hestene) (?:\S+ ){0,2}(?:ihjel|for panden)\b|\b(?:pryglede|pinte) (?:\S+ )?(?:hund\S*|dyr\S*|fugl\S*)\b/g,
  },
  {
    note: 'violence',
    words: /\b(?:slog|slået|slå) (?:\S+ ){0,3}ihjel\b|\b(?:mord|myrde\S*|dræbt\S*|dræbe|hug\S* hovedet|blodet flød|for panden)\b/g,
    least: 3,
    perThousand: 0.6,
  },
  { note: 'frightening-scenes', words: /\b(?:spøgelse\S*|genfærd\S*|benrad\S*|djævel\S*|dødning\S*)\b/g, least: 3, perThousand: 1.2 },
  { note: 'suicide', words: /\b(?:dræbe|hænge|drukne|hængte|druknede) sig\b/g },
  { note: 'drink', words: /\b(?:fuld mand|brændevin\S*|drukkenbolt|drikker|snaps|drak)\b/g, least: 3 },
  { note: 'slavery', words: /\bslave\S*/g, least: 2 },
  { note: 'old-stereotypes', words: /\b(?:jøde\S*|neger\S*|negre\S*|tater\S*|sigøjner\S*|hedning\S*)\b/g, least: 2 },
];

const DUTCH: readonly NoteRule[] = [
  {
    note: 'death-of-a-parent',
    words: /\b(?:vader|moeder|ouders) (?:\S+ ){0,2}(?:stierf|stierven|dood|gestorven|overleden)\b|\bweeskind\S*/g,
  },
  { note: 'cruelty-to-children', words: /\bstiefmoeder\b[^.]{0,120}\b(?:sloeg|slagen|haatte|honger|booze)\b|\bbooze stiefmoeder\b/g },
  { note: 'cruelty-to-children', words: /\bstiefmoeder\b/g, least: 3 },
  {
    note: 'cruelty-to-animals',
    words: /\b(?:sloeg|schoot|doodde|schiet) (?:den|de|het) (?:\S+ )?(?:hond|wolf|kat|ezel|paard|vogel)\b/g,
  },
  {
    note: 'violence',
    words: /\b(?:vermoord\S*|moordenaar\S*|moord|doodsteken|doodgeslagen|in stukken|hoofd af|koppen af|onthoofd\S*|hakten|afgehouwen)\b/g,
    least: 2,
    perThousand: 0.5,
  },
  {
    note: 'cruel-punishment',
    words: /\bbrandstapel\b|\btot asch verbrand\b|\bvat\b[^.]{0,60}\bspijkers\b|\bgalg\b|\bopgehangen\b|\bvan elkaar gereten\b/g,
  },
  {
    note: 'frightening-scenes',
    words: /\b(?:spook|spoken|geraamte|menscheneter\S*|griezel\S*|duivel\S*|opeten)\b/g,
    least: 2,
    perThousand: 1,
  },
  { note: 'old-stereotypes', words: /\b(?:jood|joden|zigeuner\S*|neger\S*|moor|mooren)\b/g, least: 2 },
];

const FRENCH: readonly NoteRule[] = [
  { note: 'death-of-a-parent', words: /\b(?:père|mère|parents) (?:\S+ ){0,2}(?:mourut|moururent|mort|morte|morts)\b|\borphelin\S*/g },
  { note: 'death-of-a-child', words: /\b(?:enfant|petite|petit) (?:\S+ ){0,3}(?:mourut|mort|morte)\b/g },
  {
    note: 'cruelty-to-children',
    words:
      /\b(?:battre|battait|maltrait\S*|fouett\S*|haïssai\S*|bourr\S* de coups)\b|\b(?:jalousie|haine) (?:\S+ ){0,3}(?:soeurs|sœurs|mère)\b/g,
  },
  {
    note: 'violence',
    words: /\b(?:tua|tuer|tué|tuée|tuez|égorg\S*|assassin\S*|trancha|trancher la tête|poignard\S*|massacr\S*|fendit la tête|sang)\b/g,
    least: 3,
    perThousand: 0.8,
  },
  { note: 'cruel-punishment', words: /\b(?:brûl\S* vi(?:f|fs|ve|ves)|pendu|pendre|bûcher|écartel\S*|potence)\b/g },
  { note: 'frightening-scenes', words: /\b(?:fantôme\S*|spectre\S*|revenant\S*|squelette\S*|cadavre\S*)\b/g, least: 3, perThousand: 1 },
  { note: 'drink', words: /\b(?:ivre|ivrogne\S*|eau-de-vie|rhum)\b/g, least: 3 },
  { note: 'slavery', words: /\besclav\S*/g, least: 3 },
  { note: 'old-stereotypes', words: /\b(?:juifs?|juive|nègres?|négresse|bohémien\S*|maures?|sauvages|sarrazin\S*)\b/g, least: 3 },
];

const SPANISH: readonly NoteRule[] = [
  {
    note: 'death-of-a-parent',
    words:
      /\b(?:padre|madre|padres|paire|maire) (?:\S+ ){0,2}(?:murió|murieron|muerto|muerta)\b|\bhuérfan\S*|\bmurió (?:el|la|su) (?:padre|madre)\b/g,
  },
  {
    note: 'violence',
    words: /\b(?:mató|matar|maté|matarlos|mataron|asesin\S*|degoll\S*|cortó la cabeza|separó la cabeza|sangre|apuñal\S*|puñalada\S*)\b/g,
    least: 3,
    perThousand: 0.7,
  },
  {
    note: 'frightening-scenes',
    words: /\b(?:ánima\S*|fantasma\S*|aparecid\S*|aparición|aparece|salía|brujos?|despavorid\S*|espanta\S*|miedo|susto|medianoche)\b/g,
    least: 2,
    perThousand: 3,
  },
  { note: 'drink', words: /\b(?:borrach\S*|aguardiente|curad[oa]s?|chicha)\b/g, least: 3 },
  { note: 'slavery', words: /\b(?:esclav\S*)\b/g },
  { note: 'old-stereotypes', words: /\b(?:negro|negra|negros|negrito|moro|moros|judí\S*|gitan\S*|cholo)\b/g, least: 3 },
];

const SWEDISH: readonly NoteRule[] = [
  { note: 'death-of-a-parent', words: /\b(?:far|mor|fader|moder|föräldrar) (?:\S+ ){0,2}(?:dog|död|döda)\b|\bföräldralös\S*/g },
  { note: 'violence', words: /\b(?:mörda\S*|mord|slog ihjäl|slogo ihjäl|dräpt\S*|blod)\b/g, least: 3, perThousand: 0.7 },
  { note: 'frightening-scenes', words: /\b(?:spök\S*|benrangel|lik|gast\S*)\b/g, least: 3, perThousand: 1.2 },
  { note: 'drink', words: /\b(?:full|brännwin|brännvin|supa\S*|drucken)\b/g, least: 3 },
];

/** `\b` knows the letters of English alone: here it is the edge of any word. */
const EDGE = '(?:(?<=\\p{L})(?!\\p{L})|(?<!\\p{L})(?=\\p{L}))';

function withEdges(rules: readonly NoteRule[]): readonly NoteRule[] {
  return rules.map((rule) => ({ ...rule, words: new RegExp(rule.words.source.replaceAll('\\b', EDGE), 'gu') }));
}

/** By language. */
export const OTHER_NOTES: Record<string, readonly NoteRule[]> = {
  de: withEdges(GERMAN),
  da: withEdges(DANISH),
  nl: withEdges(DUTCH),
  fr: withEdges(FRENCH),
  es: withEdges(SPANISH),
  sv: withEdges(SWEDISH),
};
