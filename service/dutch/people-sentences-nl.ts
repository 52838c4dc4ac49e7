import type { Catalogue } from '#sentences/say.ts';

/** What is said of people, roles, tokens and signing in, in Dutch. */
export const peopleSentencesNl: Catalogue = {
  'Sign in first: send a valid bearer token in the Authorization header.':
    'Meld u eerst aan: stuur een geldig bearer-token in de header Authorization.',
  "With a browser's session only the pages of this service may change something: send X-Requested-With: ronda from one of them, or a bearer token.":
    'Met de sessie van een browser mogen alleen de pagina’s van deze dienst iets wijzigen: stuur X-Requested-With: ronda vanaf een daarvan, of een bearer-token.',
  'This device was revoked, and what Ronda keeps on it is to be erased. Confirm it by POST /api/v1/me/devices/current/erased.':
    'Dit apparaat is ingetrokken, en wat Ronda erop bewaart moet worden gewist. Bevestig dat met POST /api/v1/me/devices/current/erased.',
  'You are not authorized: this cannot be done by the app on a device. Sign in to the portal.':
    'U mag dit niet: dit kan niet met de app op een apparaat. Meld u aan bij het portaal.',
  'Only the app on a device tells this, by the cookie of its device.':
    'Alleen de app op een apparaat meldt dit, met de cookie van haar apparaat.',
  'Only a person who is signed in by a browser can make that browser a device: an access token cannot.':
    'Alleen wie als persoon met een browser is aangemeld kan van die browser een apparaat maken: met een toegangstoken kan het niet.',
  "There is no device with the id '{0}'.": 'Er is geen apparaat met het id ‘{0}’.',
  "You have no device with the id '{0}'.": 'U hebt geen apparaat met het id ‘{0}’.',
  "The device with the id '{0}' belongs to somebody else.":
    'Het apparaat met het id ‘{0}’ is van iemand anders.',
  'You have {0} devices already: sign out of one first.':
    'U hebt al {0} apparaten: meld u eerst van een ervan af.',
  'You are not authorized: the permission {0} is needed.': 'U mag dit niet: het recht {0} is nodig.',
  'You are not authorized: {0} has permissions over the whole tenant that you do not have: {1}. Ask somebody who has them.':
    'U mag dit niet: {0} heeft rechten in de hele organisatie die u niet hebt: {1}. Vraag het iemand die ze heeft.',
  'You are not authorized: only a user with every permission over the whole tenant can save a provider with signsInAdministrators. You do not have: {0}.':
    'U mag dit niet: alleen wie alle rechten in de hele organisatie heeft, kan een aanbieder met signsInAdministrators opslaan. Deze rechten hebt u niet: {0}.',
  "Only a provider with signsInAdministrators can assign the role '{0}'.":
    'Alleen een aanbieder met signsInAdministrators kan de rol ‘{0}’ toekennen.',
  "There is no link request with the id '{0}' for this user. It may have expired.":
    'Er is geen koppelverzoek met het id ‘{0}’ voor deze gebruiker. Misschien is het verlopen.',
  'This user, or this account of {0}, is already linked. Unlink the user first.':
    'Deze gebruiker, of dit account van {0}, is al gekoppeld. Ontkoppel de gebruiker eerst.',
  'Too many sign-ins are waiting. Try again in a few seconds.':
    'Te veel mensen melden zich tegelijk aan. Probeer het over enkele seconden opnieuw.',
  'Too many sign-ins are begun from this address. Try again in a moment.':
    'Vanaf dit adres wordt te vaak met aanmelden begonnen. Probeer het zo meteen opnieuw.',
  'You have made more calls than this server allows, {0} a minute. Try again in {1} s.':
    'U hebt meer verzoeken gedaan dan deze server toestaat, {0} per minuut. Probeer het over {1} s opnieuw.',
  'Your organisation has made more calls than this server allows, {0} a minute. Try again in {1} s.':
    'Uw organisatie heeft meer verzoeken gedaan dan deze server toestaat, {0} per minuut. Probeer het over {1} s opnieuw.',
  'There is no user with the id {0}.': 'Er is geen gebruiker met het id {0}.',
  "You have no session with the id '{0}'.": 'U hebt geen sessie met het id ‘{0}’.',
  'How people may sign in was changed meanwhile and is at revision {0}: read it again.':
    'De manieren van aanmelden zijn intussen gewijzigd, tot revisie {0}: lees ze opnieuw.',
  "The field 'allowedRedirectUris[{0}]' must be {1}; {2} was given.":
    'Het veld ‘allowedRedirectUris[{0}]’ moet {1} zijn; gegeven is {2}.',
  'an absolute http or https address without user name, fragment, backslash, blank and control character':
    'een volledig http- of https-adres zonder gebruikersnaam, fragment, backslash, spaties en besturingstekens',

  'must have at least {0} characters, better 15 or more; {1} were given.':
    'moet minstens {0} tekens hebben, liever 15 of meer; het zijn er {1}.',
  'may have at most {0} characters; {1} were given.': 'mag hoogstens {0} tekens hebben; het zijn er {1}.',
  "must have at least {0} characters, of which the user name, the e-mail address and 'ronda' count as one each time: others know them.":
    'moet minstens {0} tekens hebben, waarvan de gebruikersnaam, het e-mailadres en ‘ronda’ telkens voor één tellen: anderen kennen die.',
  'is a common password, among the first that attackers try: choose several words that do not belong together.':
    'is een veelgebruikt wachtwoord, een van de eerste die aanvallers proberen: kies enkele woorden die niet bij elkaar horen.',
  'This is not your password.': 'Dit is niet uw wachtwoord.',
  'Too many wrong passwords. Wait before you try again.':
    'Te veel verkeerde wachtwoorden. Wacht voordat u het opnieuw probeert.',
  'You have no password here: you sign in by an identity provider. An administrator can give you one.':
    'U hebt hier geen wachtwoord: u meldt zich aan via een aanmeldaanbieder. Een beheerder kan u er een geven.',
  'Choose your own password by POST /api/v1/me/password, which asks for the one of today; only another administrator may take it away or give you one without asking.':
    'Kies uw eigen wachtwoord via POST /api/v1/me/password, die naar het huidige vraagt; alleen een andere beheerder mag het wegnemen of er zonder die vraag een geven.',
  'A service user has no password: it signs in with an API token.':
    'Een servicegebruiker heeft geen wachtwoord: die meldt zich aan met een API-token.',
  '{0} is a service user. {1}': '{0} is een servicegebruiker. {1}',

  'You cannot disable yourself: ask another administrator.':
    'U kunt uzelf niet deactiveren: vraag het een andere beheerder.',
  'Somebody else has changed {0} meanwhile: read it again.':
    'Iemand anders heeft {0} intussen gewijzigd: lees opnieuw hoe het nu is.',
  "There is already a user with the user name '{0}'.": 'Er is al een gebruiker met de gebruikersnaam ‘{0}’.',
  "Another user has the e-mail address '{0}' already.":
    'Een andere gebruiker heeft het e-mailadres ‘{0}’ al.',
  'Afterwards nobody could administer sign-in by a password: this is the last active person with one who has Users.Manage and SignIn.Manage over the whole tenant. Give them to somebody else first.':
    'Daarna zou niemand het aanmelden nog met een wachtwoord kunnen beheren: dit is de laatste actieve persoon met een wachtwoord die Users.Manage en SignIn.Manage in de hele organisatie heeft. Geef die eerst aan iemand anders.',
  '{0} is disabled and could not sign in with a password: enable it first.':
    '{0} is gedeactiveerd en zou zich met een wachtwoord niet kunnen aanmelden: activeer eerst.',
  '{0} has no e-mail address. Give it one, or take the link itself (by: link) and hand it over.':
    '{0} heeft geen e-mailadres. Vul er een in, of neem de link zelf (by: link) en geef die door.',
  '{0} mails with links went to {1} or to its e-mail address within an hour. Try again in {2} s, or take the link itself (by: link) and hand it over.':
    'Binnen een uur gingen {0} e-mails met links naar {1} of naar het e-mailadres daarvan. Probeer het over {2} s opnieuw, of neem de link zelf (by: link) en geef die door.',
  'Your organisation has sent {0} mails with links within an hour. Try again in {1} s, or take the link itself (by: link) and hand it over.':
    'Uw organisatie heeft binnen een uur {0} e-mails met links gestuurd. Probeer het over {1} s opnieuw, of neem de link zelf (by: link) en geef die door.',
  'This server does not know its public address: the operator must set PUBLIC_URL before links can be created.':
    'Deze server kent zijn openbare adres niet: de beheerder van de server moet PUBLIC_URL instellen voordat er links kunnen worden gemaakt.',
  "There is already a team with the title '{0}'.": 'Er is al een team met de naam ‘{0}’.',
  'This link was used or has expired.': 'Deze link is gebruikt of verlopen.',
  'This server sends no mail: SMTP_URL is not set. Take the link itself (by: link) and hand it over.':
    'Deze server verstuurt geen e-mail: SMTP_URL is niet ingesteld. Neem de link zelf (by: link) en geef die door.',
  "The mail server takes no mail for '{0}'. Nothing was sent.":
    'De mailserver neemt geen e-mail aan voor ‘{0}’. Er is niets verstuurd.',
  'The mail server does not take mail at the moment. Nothing was sent; try again, or take the link itself (by: link).':
    'De mailserver neemt op dit moment geen e-mail aan. Er is niets verstuurd; probeer het opnieuw, of neem de link zelf (by: link).',

  "This user has no API token with the clientId '{0}'.":
    'Deze gebruiker heeft geen API-token met het clientId ‘{0}’.',
  "There is no API token with the clientId '{0}'.": 'Er is geen API-token met het clientId ‘{0}’.',
  '{0} is a person, who signs in by a password or an identity provider. API tokens belong to service users: make one (isService: true) with the roles that the application needs.':
    '{0} is een mens, die zich met een wachtwoord of via een aanmeldaanbieder aanmeldt. API-tokens horen bij servicegebruikers: maak er een (isService: true) met de rollen die de toepassing nodig heeft.',
  '{0} has two API tokens already: {1}. Two are enough to rotate them: delete the one that is no longer used first.':
    '{0} heeft al twee API-tokens: {1}. Twee zijn genoeg om ze te wisselen: verwijder eerst het token dat niet meer wordt gebruikt.',
  'Say when the token expires once: by expiresAt or by expiresInDays.':
    'Zeg één keer wanneer het token verloopt: met expiresAt of met expiresInDays.',
  "The field 'expiresAt' must lie in the future; '{0}' was given.":
    'Het veld ‘expiresAt’ moet in de toekomst liggen; gegeven is ‘{0}’.',

  "There is no role with the id '{0}'.": 'Er is geen rol met het id ‘{0}’.',
  "There is no role '{0}'.{1}": 'Er is geen rol ‘{0}’.{1}',
  "There is no role with the name '{0}'.{1}": 'Er is geen rol met de naam ‘{0}’.{1}',
  "There is already a role with the name '{0}'.": 'Er is al een rol met de naam ‘{0}’.',
  'Somebody else has changed the role {0} meanwhile: it is at revision {1}. Read it again.':
    'Iemand anders heeft de rol {0} intussen gewijzigd, tot revisie {1}. Lees haar opnieuw.',
  '{0} is a built-in role, which cannot be changed: make one of your own.':
    '{0} is een ingebouwde rol, die niet te wijzigen is: maak er zelf een.',
  'One user has the role {0}: take it away from them first.':
    'Eén gebruiker heeft de rol {0}: neem haar daar eerst weg.',
  '{0} users have the role {1}: take it away from them first.':
    '{0} gebruikers hebben de rol {1}: neem haar daar eerst weg.',
  "There is no permission '{0}'.{1}": 'Er is geen recht ‘{0}’.{1}',
  '{0} reaches over the whole tenant: it goes into a role with isTenantWide: true.':
    '{0} geldt in de hele organisatie: het hoort in een rol met isTenantWide: true.',

  "There is no sign-in provider with the id '{0}'.": 'Er is geen aanmeldaanbieder met het id ‘{0}’.',
  "There is a sign-in provider with the name '{0}' already.":
    'Er is al een aanmeldaanbieder met de naam ‘{0}’.',
  'The sign-in provider was changed meanwhile. Read it again.':
    'De aanmeldaanbieder is intussen gewijzigd. Lees die opnieuw.',
  'The member {0} is missing: a provider of the type {1} needs it.':
    '{0} ontbreekt: een aanbieder van de soort {1} heeft het nodig.',
  'The member {0} is not for providers of the type {1}: leave it out.':
    '{0} hoort niet bij een aanbieder van de soort {1}: laat het weg.',
  'issuer may have at most {0} bytes.': 'issuer mag hoogstens {0} bytes hebben.',
  'scopes must have openid among them: without it there is no sign-in by OpenID Connect.':
    'Bij scopes moet openid staan: zonder dat is er geen aanmelding met OpenID Connect.',
  '{0} is {1}; it must be an https address without user name and fragment (http only for addresses in ALLOW_PRIVATE_TARGETS).':
    '{0} is {1}; het moet een https-adres zonder gebruikersnaam en fragment zijn (http alleen voor adressen in ALLOW_PRIVATE_TARGETS).',
  'has an RSA key of {0} bits; {1} is the least that is accepted':
    'heeft een RSA-sleutel van {0} bits; {1} is het minste dat wordt aangenomen',
  'has a key on the curve {0}; P-256, P-384 and P-521 are accepted':
    'heeft een sleutel op de kromme {0}; P-256, P-384 en P-521 worden aangenomen',
  'has a key of type {0}; RSA (PKCS #1) and elliptic curves are accepted':
    'heeft een sleutel van de soort {0}; RSA (PKCS #1) en elliptische krommen worden aangenomen',
  'is longer than {0} characters': 'is langer dan {0} tekens',
  'holds a private key; the identity provider keeps that for itself':
    'bevat een geheime sleutel; die houdt de aanbieder voor zichzelf',
  'holds more than one certificate; give each as an element of its own':
    'bevat meer dan één certificaat; geef elk als een eigen element',
  'is no certificate in PEM, which begins with -----BEGIN CERTIFICATE----- and ends with -----END CERTIFICATE-----':
    'is geen certificaat in PEM, dat begint met -----BEGIN CERTIFICATE----- en eindigt met -----END CERTIFICATE-----',
  'is no X.509 certificate: what stands between its first and last line cannot be read':
    'is geen X.509-certificaat: wat tussen de eerste en laatste regel staat, is niet te lezen',

  'The provider describes itself as {0}.': 'De aanbieder noemt zichzelf {0}.',
  'The provider does not announce PKCE with S256; a code that is stolen could be used.':
    'De aanbieder meldt geen PKCE met S256; een gestolen code zou te gebruiken zijn.',
  'The provider does not say where people sign in.': 'De aanbieder zegt niet waar mensen zich aanmelden.',
  'People sign in at {0}.': 'Mensen melden zich aan bij {0}.',
  'The provider took a code that nobody has.': 'De aanbieder nam een code aan die niemand heeft.',
  'The provider knows this server by its clientId and secret.':
    'De aanbieder kent deze server aan clientId en geheim.',
  'The provider does not know this clientId with this secret.':
    'De aanbieder kent dit clientId met dit geheim niet.',
  'The provider did not answer as expected.': 'De aanbieder gaf niet het verwachte antwoord.',
  'This address is not allowed.': 'Dit adres is niet toegestaan.',
  'Valid until {0}; SHA-256 {1}.': 'Geldig tot {0}; SHA-256 {1}.',
  'Its days were over on {0}: ask for the one that the provider signs with now.':
    'Het is verlopen op {0}: vraag om het certificaat waarmee de aanbieder nu ondertekent.',

  "The response_type must be 'token'.": 'De response_type moet ‘token’ zijn.',
  "The client_id must be 'self'.": 'De client_id moet ‘self’ zijn.',
  'The state may have at most {0} characters.': 'De state mag hoogstens {0} tekens hebben.',
  'There is no such provider to sign in by.': 'Zo’n aanbieder om mee aan te melden is er niet.',
  'There is no such provider.': 'Zo’n aanbieder is er niet.',
  'The {0} must lead to this server, or be one of the addresses that an administrator has listed.':
    'De {0} moet naar deze server leiden, of een van de adressen zijn die een beheerder heeft toegestaan.',
  'Signing in by an identity provider needs PUBLIC_URL, which this server has not been given.':
    'Aanmelden via een aanbieder vraagt om PUBLIC_URL, en die is op deze server niet ingesteld.',
  'The form was not sent by this page.': 'Het formulier komt niet van deze pagina.',
};
