import type { Catalogue } from '#sentences/say.ts';

/** What the engine says of answers, and of properties that should fill them, in Dutch, by the patterns of its sentences. */
export const answerSentencesNl: Catalogue = {
  '{0} takes too long to calculate: there are too many answers, or they are too long.':
    '{0} berekenen duurt te lang: er zijn te veel antwoorden, of ze zijn te lang.',
  'must be {0}, but is {1}': 'moet {0} zijn, maar is {1}',
  'must be {0}, but has {1}': 'moet {0} zijn, maar heeft {1}',
  'at least {0}': 'minstens {0}',
  'at most {0}': 'hoogstens {0}',
  'one of {0}': 'een van {0}',
  'a whole number': 'een geheel getal',
  'a whole number of at most 9007199254740991 either way':
    'een geheel getal van -9007199254740991 tot 9007199254740991',
  'a calendar day written yyyy-MM-dd': 'een dag, geschreven als jjjj-mm-dd,',
  'a time of day written HH:mm or HH:mm:ss': 'een tijd, geschreven als uu:mm of uu:mm:ss,',
  'a date and time with its zone, such as 2026-03-01T09:30:00Z':
    'een datum en tijd met tijdzone, zoals 2026-03-01T09:30:00Z,',
  'a number of degrees between -{0} and {1}': 'een aantal graden tussen -{0} en {1}',
  'a number of metres': 'een aantal meters',
  "an upload's id, such as 01997b1c-7e5f-7d6a-9d0e-3c2f1a0b4e5d":
    'het id van een upload, zoals 01997b1c-7e5f-7d6a-9d0e-3c2f1a0b4e5d,',
  "a list of uploads' ids": 'een lijst van id’s van uploads',
  'may have at most {0} characters, but has {1}': 'mag hoogstens {0} tekens hebben, maar heeft er {1}',
  'may have at most {0} entries, but has {1}': 'mag hoogstens {0} keer worden ingevuld, en is dat {1} keer',
  'may have at most {0} photos, but has {1}': 'mag hoogstens {0} foto’s hebben, maar heeft er {1}',
  'holds a character that no text has: U+0000 or half a surrogate pair':
    'bevat een teken dat in geen tekst voorkomt: U+0000 of een half surrogaatpaar',
  'holds a choice that {0}': 'bevat een keuze die {0}',
  'holds the choice {0} twice': 'bevat de keuze {0} twee keer',
  'holds an id that {0}': 'bevat een id dat {0}',
  'holds the photo {0} twice': 'bevat de foto {0} twee keer',
  'has a {0} that {1}': 'heeft een {0} die {1}',
  'has an {0} that {1}': 'heeft een {0} die {1}',
  'is a note and takes no answer': 'is een toelichting en heeft geen antwoord',
  'is a section: its fields are answered by their own names, beside all others':
    'is een groep: de velden erin worden met hun eigen naam beantwoord, naast alle andere',
  'is calculated and takes no answer': 'wordt berekend en heeft geen antwoord',
  'must be a list of entries, but is {0}': 'moet een lijst zijn van wat elke keer is ingevuld, maar is {0}',
  '{0} must be an object of answers by field name, but is {1}.':
    '{0} moet een object van antwoorden bij veldnamen zijn, maar is {1}.',
  '{0} is not a field of the repeat {1}: answer it beside the repeat.':
    '{0} is geen veld van de herhaling {1}: beantwoord het naast de herhaling.',
  '{0} is a field of the repeat {1}: answer it in an entry of that repeat.':
    '{0} is een veld van de herhaling {1}: beantwoord het binnen die herhaling.',
  '{0} is required and has no answer yet.': '{0} is verplicht en heeft nog geen antwoord.',
  '{0} is {1}, which the other answers do not offer any more.':
    '{0} is {1}, en die keuze is er bij de andere antwoorden niet meer.',
  '{0} does not satisfy its constraint: {1}': '{0} voldoet niet aan de voorwaarde: {1}',
  'The property {0} goes before this one.': 'De eigenschap {0} gaat vóór deze.',
  'The field belongs to the repeat {0}, which has no entry at the start.':
    'Het veld hoort bij de herhaling {0}, die bij het begin nog leeg is.',
  'A field of type {0} is never filled from a property.':
    'Een veld van de soort {0} wordt nooit uit een eigenschap ingevuld.',
  'A field of type {0} takes {1}, not {2}.': 'Een veld van de soort {0} neemt {1} en niet {2}.',
  'a string': 'een tekst',
  'a string, a number or a boolean': 'een tekst, een getal of waar of onwaar',
  'an ISO 8601 date, or a date and time with its zone':
    'een datum volgens ISO 8601, of een datum en tijd met tijdzone,',
  'an ISO 8601 time, or a date and time with its zone':
    'een tijd volgens ISO 8601, of een datum en tijd met tijdzone,',
  'an ISO 8601 date and time with its zone': 'een datum en tijd met tijdzone volgens ISO 8601',
  'the value or label of a choice': 'de waarde of de tekst van een keuze',
  "choices' values or labels, separated by commas": 'waarden of teksten van keuzes, met komma’s ertussen,',
};
