import type { Catalogue } from '#sentences/say.ts';

/** What the engine says of fields, in Dutch, by the patterns of its sentences. */
export const definitionSentencesNl: Catalogue = {
  '{0} takes too long to calculate, even before anything is answered. Simplify it, or the fields that it refers to.':
    '{0} berekenen duurt te lang, zelfs zonder antwoorden. Vereenvoudig dit veld, of de velden waarnaar het verwijst.',
  'The workbook has {0} fields; at most {1} are allowed.':
    'Het werkboek heeft {0} velden; er mogen er hoogstens {1} zijn.',
  'The expressions of the workbook have {0} characters together; at most {1} are allowed. What several of them say can be said once, by a calculated field that they name.':
    'De formules van het werkboek hebben samen {0} tekens; hoogstens {1} zijn toegestaan. Wat er meer zeggen, kan één keer in een berekend veld staan dat zij noemen.',
  'The name {0} is taken by {1}: a name is unique in the whole workbook.':
    'De naam {0} is al van een ander veld: een naam komt in het hele werkboek één keer voor.',
  'The names {0} and {1} ({2}) differ in letter case only, which custom properties that fill fields ignore: choose another name.':
    'De namen {0} en {1} verschillen alleen in hoofdletters, waar eigenschappen van taken niet op letten: kies een andere naam.',
  '{0} needs itself: {1}.': '{0} heeft zichzelf nodig: {1}.',
  'The default': 'De waarde bij het begin',
  'What {0} says': 'De voorwaarde',
  '{0} is no single value: sum, count, join and their like make one of several.':
    '{0} is niet één waarde: sum, count, join en dergelijke maken er een van meer.',
  This: 'Dit',
  '{0} is of type {1}, which has no {2}; it belongs to {3}.':
    '{0} is van de soort {1} en heeft geen {2}; dat hoort bij {3}.',
  '{0} has a {1} without the {2} that it belongs to.': '{0} heeft {1} zonder de {2} waar dat bij hoort.',
  '{0} is of type {1} and needs {2}.': '{0} is van de soort {1} en heeft {2} nodig.',
  'The text holds a character that no text has: U+0000 or half a surrogate pair.':
    'De tekst bevat een teken dat in geen tekst voorkomt: U+0000 of een half surrogaatpaar.',
  'The value {0} is taken by {1}[{2}]: each choice has its own.':
    'De waarde {0} is al van een andere keuze: elke keuze heeft een eigen waarde.',
  "The word value means the choice's own value: choose another name.":
    'Het woord value staat voor de waarde van de keuze zelf: kies een andere naam.',
  'The {0} is no possible answer: {1}': 'Deze grens kan geen antwoord op de vraag zijn.',
  'The min {0} is greater than the max {1}: no answer to {2} would be possible.':
    'De kleinste waarde {0} is groter dan de grootste {1}: geen antwoord op {2} zou mogelijk zijn.',
  'The default is no possible answer: {0}': 'De waarde bij het begin kan geen antwoord op de vraag zijn.',
  'A default is worked out at the start, when {0} has no answer yet: a calculated field follows it.':
    'Een waarde bij het begin wordt bepaald als {0} nog geen antwoord heeft: een berekend veld volgt het wel.',
  'There is no field {0}.{1}': 'Er is geen veld {0}.{1}',
  ' Did you mean {0}?': ' Bedoelt u {0}?',
  '{0} is a {1} and has no value.': '{0} is een {1} en heeft geen waarde.',
};
