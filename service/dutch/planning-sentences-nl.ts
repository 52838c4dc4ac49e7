import type { Catalogue } from '#sentences/say.ts';

/** What is said of teams, working hours and saved views, in Dutch. */
export const planningSentencesNl: Catalogue = {
  "There is no group with the id '{0}'.": 'Er is geen groep met het id ‘{0}’.',
  "There is no group '{0}': a team has the groups {1}.":
    'Er is geen groep ‘{0}’: een team heeft de groepen {1}.',
  'You are not authorized: teams are made by who has the permission Teams.Manage over the whole tenant.':
    'U mag dit niet: teams worden gemaakt door wie het recht Teams.Manage in de hele organisatie heeft.',
  'Somebody else has changed the team {0} meanwhile: it is at revision {1}. Read it again.':
    'Iemand anders heeft het team {0} intussen gewijzigd, tot revisie {1}. Lees het opnieuw.',
  "The field 'timeZone' must be a name of the IANA database, such as Europe/Amsterdam; '{0}' was given.{1}":
    'Het veld ‘timeZone’ moet een naam uit de IANA-database zijn, zoals Europe/Amsterdam; gegeven is ‘{0}’.{1}',
  "The field 'language' must be a BCP 47 language tag, such as en or nl-BE; '{0}' was given.":
    'Het veld ‘language’ moet een taalcode volgens BCP 47 zijn, zoals en of nl-BE; gegeven is ‘{0}’.',

  'Somebody else has changed the working hours meanwhile: they are at revision {0}. Read them again.':
    'Iemand anders heeft de werktijden intussen gewijzigd, tot revisie {0}. Lees ze opnieuw.',
  "The field 'days[{0}]' must end at 24:00 at the latest, and have room for its minutes between beginning and end.":
    'Het veld ‘days[{0}]’ moet uiterlijk om 24:00 eindigen, en tussen begin en einde plaats hebben voor zijn minuten.',
  "This user has no absence with the id '{0}'.": 'Deze gebruiker heeft geen afwezigheid met het id ‘{0}’.',
  "The field 'to' must be a day from {0} on, at most {1} days later; '{2}' was given.":
    'Het veld ‘to’ moet een dag vanaf {0} zijn, hoogstens {1} dagen later; gegeven is ‘{2}’.',
  "The field 'to' must be a day from {0} on, so that there are at most {1} days; '{2}' was given.":
    'Het veld ‘to’ moet een dag vanaf {0} zijn, zodat het hoogstens {1} dagen zijn; gegeven is ‘{2}’.',
  '{0} absences of one user are the most that are kept: delete old ones first.':
    'Van één gebruiker worden hoogstens {0} afwezigheden bewaard: verwijder eerst oude.',

  "There is no view with the id '{0}'.": 'Er is geen weergave met het id ‘{0}’.',
  'The view {0} belongs to {1}, who alone may change it. Save it under your own name.':
    'De weergave {0} is van {1}, en niemand anders mag haar wijzigen. Bewaar haar onder een eigen naam.',
  'The view {0} was changed meanwhile: it is at revision {1}. Read it again.':
    'De weergave {0} is intussen gewijzigd, tot revisie {1}. Lees haar opnieuw.',
  'You have {0} views, which are the most that are kept: delete one that you no longer use.':
    'U hebt {0} weergaven, en meer worden er niet bewaard: verwijder er een die u niet meer gebruikt.',
  "The field 'query' may have {0} bytes as JSON; it has {1}.":
    'Het veld ‘query’ mag als JSON {0} bytes hebben; het zijn er {1}.',
};
