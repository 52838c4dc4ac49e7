import type { Catalogue } from '#sentences/say.ts';

/** What is said of inspections, their results and reports, in Dutch. */
export const inspectionSentencesNl: Catalogue = {
  "There is no inspection with the id '{0}'.": 'Er is geen inspectie met het id ‘{0}’.',
  "There is another inspection with the id '{0}': choose a new UUID.":
    'Er is een andere inspectie met het id ‘{0}’: kies een nieuwe UUID.',
  'The inspection is Canceled: what it says is kept as a late result, and it cannot be completed.':
    'De inspectie is Geannuleerd: wat zij zegt, wordt als laat resultaat bewaard, en zij kan niet worden voltooid.',
  'Only the inspector who does this inspection may answer it.':
    'Alleen de inspecteur die deze inspectie doet, mag haar beantwoorden.',
  'The inspection cannot be completed yet: answers or uploads are missing, or do not satisfy the workbook.':
    'De inspectie kan nog niet worden voltooid: antwoorden of uploads ontbreken, of voldoen niet aan het werkboek.',
  "The versionId '{0}' is not that of a published version of a workbook of the team.":
    'De versionId ‘{0}’ is niet die van een gepubliceerde versie van een werkboek van het team.',
  'The baseRevision must be one that was seen, at most {0}; {1} was given.':
    'De baseRevision moet een geziene revisie zijn, hoogstens {0}; gegeven is {1}.',
  'This inspection answers for each item: say which by itemId.':
    'Deze inspectie heeft antwoorden per object: zeg met itemId om welk het gaat.',
  "The item '{0}' is not part of this inspection.": 'Het object ‘{0}’ hoort niet bij deze inspectie.',
  "There is no active team with the id '{0}' in which you perform tasks.":
    'Er is geen actief team met het id ‘{0}’ waarin u taken uitvoert.',
  "There is no published workbook or version with the id '{0}' associated with the team.":
    'Er is geen gepubliceerd werkboek, en geen versie daarvan, met het id ‘{0}’ dat bij het team in gebruik is.',
  'This workbook does not inspect a content type: leave items out.':
    'Dit werkboek inspecteert geen objecten: laat items weg.',
  "There is no item with the externalId or id '{0}'.":
    'Er is geen object met het externe id of het id ‘{0}’.',
  'Neither answers nor remarks were given.': 'Er zijn geen antwoorden en geen opmerkingen gegeven.',
  "The field 'givenAt' must be {0}; '{1}' was given.": 'Het veld ‘givenAt’ moet {0} zijn; gegeven is ‘{1}’.',
  "There is no field '{0}'.": 'Er is geen veld ‘{0}’.',
  "There is no field '{0}'.{1}": 'Er is geen veld ‘{0}’.{1}',
  "The workbook has no field '{0}'.{1}": 'Het werkboek heeft geen veld ‘{0}’.{1}',
  '{0} names the upload {1}, which has not arrived yet.':
    '{0} noemt de upload {1}, die nog niet is aangekomen.',
  'Only a completed inspection can be returned; this one is {0}.':
    'Alleen een voltooide inspectie kan worden teruggestuurd; deze is {0}.',
  'Only a completed inspection can be approved; this one is {0}.':
    'Alleen een voltooide inspectie kan worden goedgekeurd; deze is {0}.',
  'The inspection has been completed {0} times; the completion {1} is not what it says now. Look at it again.':
    'De inspectie is {0} keer voltooid; voltooiing {1} is niet wat er nu staat. Bekijk haar opnieuw.',
  'The inspection was never completed; the completion {0} was asked for.':
    'De inspectie is nooit voltooid; gevraagd is voltooiing {0}.',
  'The completion must be one of 1 to {0}; {1} was given.':
    'De voltooiing moet er een van 1 tot {0} zijn; gegeven is {1}.',
  'The inspection was completed less than twice: there is nothing to compare.':
    'De inspectie is nog geen twee keer voltooid: er is niets te vergelijken.',

  'Too many reports are being made. Try again in some seconds.':
    'Er worden te veel rapporten gemaakt. Probeer het over enkele seconden opnieuw.',
  'The report could not be made in time. Try again in some seconds.':
    'Het rapport kon niet op tijd worden gemaakt. Probeer het over enkele seconden opnieuw.',
  'The inspection says more than fits in a report. It may have {0} words, questions included.':
    'De inspectie zegt meer dan in een rapport past. Dat mag {0} woorden hebben, vragen meegerekend.',
  'The inspection was never completed, and a link shows what it says when it is complete: share it then.':
    'De inspectie is nooit voltooid, en een link toont wat er staat als zij voltooid is: deel haar dan.',
  "The inspection has no share with the id '{0}'.": 'De inspectie heeft geen gedeelde link met het id ‘{0}’.',
  'There is no report at this address, or no longer.': 'Op dit adres is geen rapport, of niet meer.',

  "The field 'after' must be the id of an inspection that you may see; {0} is none.":
    'Het veld ‘after’ moet het id zijn van een inspectie die u mag zien; {0} is dat niet.',
  "The field 'definitionId' must be the id of a workbook; {0} is that of a version: give it as workbookId.":
    'Het veld ‘definitionId’ moet het id van een werkboek zijn; {0} is dat van een versie: geef het als workbookId.',
  'There is no version with the id {0} of a workbook with the id {1}.':
    'Er is geen versie met het id {0} van een werkboek met het id {1}.',
  "The field 'repeat' must be the name of a repeat; {0} was given.{1}":
    'Het veld ‘repeat’ moet de naam van een herhaling zijn; gegeven is {0}.{1}',
  ' There are {0}.': ' Er zijn {0}.',
  ' This version has none.': ' Deze versie heeft er geen.',
  'With choices=columns a table has {0} columns, more than the {1} that a spreadsheet takes: use choices=joined.':
    'Met choices=columns heeft een tabel {0} kolommen, meer dan de {1} die een spreadsheet kan hebben: gebruik choices=joined.',
};
