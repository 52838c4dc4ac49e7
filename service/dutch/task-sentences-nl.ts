import type { Catalogue } from '#sentences/say.ts';

/** What is said of tasks and of what they name, in Dutch. */
export const taskSentencesNl: Catalogue = {
  "There is no task with the externalId '{0}'.": 'Er is geen taak met het externe id ‘{0}’.',
  "There is no task with the id '{0}'.": 'Er is geen taak met het id ‘{0}’.',
  "There is already a task with the externalId '{0}'.": 'Er is al een taak met het externe id ‘{0}’.',
  "There is no team with the name '{0}'.{1}": 'Er is geen team met de naam ‘{0}’.{1}',
  "There is no team with the id '{0}'.": 'Er is geen team met het id ‘{0}’.',
  "The team '{0}' is not active: no tasks can be created or assigned in it.":
    'Het team ‘{0}’ is niet actief: er kunnen geen taken in worden gemaakt of toegewezen.',
  "There is no workbook with the name or title '{0}'.{1}":
    'Er is geen werkboek met de naam of titel ‘{0}’.{1}',
  "There is no workbook with the id '{0}'.": 'Er is geen werkboek met het id ‘{0}’.',
  "The workbook title '{0}' is not unique: several workbooks bear it.": 'Meer dan één werkboek heet ‘{0}’.',
  "The workbook '{0}' has no published version.": 'Het werkboek ‘{0}’ heeft geen gepubliceerde versie.',
  "The workbook '{0}' is not associated with the team '{1}'.":
    'Het werkboek ‘{0}’ is niet in gebruik bij het team ‘{1}’.',
  "There is no user with the name or e-mail address '{0}'.{1}":
    'Er is geen gebruiker met de naam of het e-mailadres ‘{0}’.{1}',
  "There is no user with the id '{0}'.": 'Er is geen gebruiker met het id ‘{0}’.',
  "The user '{0}' is not active.": 'De gebruiker ‘{0}’ is niet actief.',
  "The user '{0}' does not belong to the team '{1}'.": 'De gebruiker ‘{0}’ hoort niet bij het team ‘{1}’.',
  "The user '{0}' belongs to the team '{1}' in no group that performs tasks (Administrators, Coordinators, Inspectors).":
    'De gebruiker ‘{0}’ zit in het team ‘{1}’ niet in een groep die taken uitvoert (Administrators, Coordinators, Inspectors).',
  "The workbook '{0}' does not inspect a content type, so itemsToInspect must be absent.":
    'Het werkboek ‘{0}’ inspecteert geen objecten, dus kan de taak er geen noemen (itemsToInspect).',
  'There is no {0} with the externalId or id {1}{2}.':
    'In de objectsoort {0} is niets met het externe id of het id {1}{2}.',

  "The task '{0}' is {1}; only a task that is {2} can be {3}.":
    'De taak ‘{0}’ is {1}; alleen een taak die {2} is, kan worden {3}.',
  New: 'Nieuw',
  Assigned: 'Toegewezen',
  Active: 'Bezig',
  Closed: 'Gereed',
  Canceled: 'Geannuleerd',
  edited: 'bewerkt',
  deleted: 'verwijderd',
  started: 'gestart',
  completed: 'voltooid',
  returned: 'teruggestuurd',
  cancelled: 'geannuleerd',
  restarted: 'herstart',
  "The task '{0}' is Active; only its plannedStart, plannedMinutes and dueDate can be changed.":
    'De taak ‘{0}’ is Bezig; alleen wanneer zij gepland is, hoe lang zij duurt en wanneer zij uiterlijk klaar moet zijn, kan nog worden gewijzigd.',
  "The task '{0}' is {1}; only a task that is New, Assigned or Active can be changed.":
    'De taak ‘{0}’ is {1}; alleen een taak die Nieuw, Toegewezen of Bezig is, kan worden gewijzigd.',
  "The task '{0}' is {1}; only a task that is New or Assigned can be edited.":
    'De taak ‘{0}’ is {1}; alleen een taak die Nieuw of Toegewezen is, kan worden bewerkt.',
  "The task '{0}' cannot be restarted: {1}": 'De taak ‘{0}’ kan niet worden herstart: {1}',
  "The task '{0}' was changed meanwhile: read it again.":
    'De taak ‘{0}’ is intussen gewijzigd: lees haar opnieuw.',
  "The task '{0}' would be due before it may start.":
    'De taak ‘{0}’ zou klaar moeten zijn voordat zij mag beginnen.',
  "The task '{0}' has another workbook now: send its inspection as a late one.":
    'De taak ‘{0}’ heeft nu een ander werkboek: verstuur de inspectie als te laat.',
  "The task '{0}' can be started by you: start it instead of sending its inspection as a late one.":
    'U kunt de taak ‘{0}’ beginnen: begin haar in plaats van de inspectie als te laat te versturen.',
  "The task '{0}' was never yours to perform.": 'De taak ‘{0}’ was nooit aan u om uit te voeren.',
  "The task '{0}' is assigned to somebody else.": 'De taak ‘{0}’ is aan iemand anders toegewezen.',
  "The task '{0}' is moved by moves[{1}] already.": 'De taak ‘{0}’ wordt al verplaatst door moves[{1}].',
  '{0} tasks stand in the way; nothing was changed.': '{0} taken staan in de weg; er is niets gewijzigd.',
  'The externalTaskIds field is required.': 'Het veld externalTaskIds is verplicht.',

  'A task may have at most {0} custom properties; {1} were given.':
    'Een taak mag hoogstens {0} eigen gegevens hebben; het zijn er {1}.',
  'A task has at most {0} items; {1} are given.': 'Een taak heeft hoogstens {0} objecten; het zijn er {1}.',
  "'{0}' is a field of the task itself and no custom property.":
    '‘{0}’ is een veld van de taak zelf en geen eigen gegeven.',
  "'{0}' cannot be used as the name of a custom property.":
    '‘{0}’ kan niet de naam van een eigen gegeven zijn.',
  'The name of a custom property is empty.': 'De naam van een eigen gegeven is leeg.',
  "The name of a custom property must have 1 to {0} characters; '{1}…' has {2}.":
    'De naam van een eigen gegeven moet 1 tot {0} tekens hebben; ‘{1}…’ heeft er {2}.',
  "The dueDate '{0}' lies before the startDate '{1}'.":
    'De datum waarop de taak klaar moet zijn, ‘{0}’, ligt vóór die waarop zij mag beginnen, ‘{1}’.',
  'The tasks have custom properties of more than {0} names, and a file with so many columns could not be brought in again: ask for fewer tasks.':
    'De taken hebben eigen gegevens met meer dan {0} namen, en een bestand met zoveel kolommen zou niet meer kunnen worden ingelezen: vraag om minder taken.',
};
