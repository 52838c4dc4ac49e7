import { defineWords } from '#kit/words.ts';

export const { useWords: useSessionWords } = defineWords('session', {
  en: {
    welcome: 'Your inspections, with or without a network',
    signIn: 'Sign in',
    signInHint: 'Once, with a network. After that this device works for weeks without one.',
    noNetwork: 'The server cannot be reached. You need a network connection to sign in.',
    tryAgain: 'Try again',
    erased: 'Your organisation has removed everything from this device.',
    signedOut: 'This device is signed out',
    signedOutHint:
      'Sign in as {{name}} to go on. What you answered is still on this device, and is sent then.',
    signingOut: 'Signing out…',
    cannotStart: 'The app cannot start here',
    insecure:
      'It only works at a safe address, one that begins with https. Open {{address}} instead, or ask whoever runs the service.',
    keepsNothing:
      'This browser keeps nothing on the device, as in a private window. Open the app in an ordinary window, or in another browser.',
    startFailed:
      'What is on this device stays there. Try again; if that does not help, show this to whoever runs the service:',
  },
  nl: {
    welcome: 'Uw inspecties, met of zonder netwerk',
    signIn: 'Aanmelden',
    signInHint: 'Eén keer, met een netwerk. Daarna werkt dit apparaat weken zonder.',
    noNetwork: 'De server is niet bereikbaar. Voor het aanmelden is een netwerk nodig.',
    tryAgain: 'Probeer opnieuw',
    erased: 'Uw organisatie heeft alles van dit apparaat verwijderd.',
    signedOut: 'Dit apparaat is afgemeld',
    signedOutHint:
      'Meld u aan als {{name}} om verder te gaan. Wat u hebt geantwoord, staat nog op dit apparaat en wordt dan verzonden.',
    signingOut: 'Bezig met afmelden…',
    cannotStart: 'De app kan hier niet starten',
    insecure:
      'Ze werkt alleen op een veilig adres, dat met https begint. Open {{address}}, of vraag het aan wie de dienst beheert.',
    keepsNothing:
      'Deze browser bewaart niets op het apparaat, zoals in een privévenster. Open de app in een gewoon venster, of in een andere browser.',
    startFailed:
      'Wat op dit apparaat staat, blijft daar. Probeer het opnieuw; helpt dat niet, toon dan dit aan wie de dienst beheert:',
  },
});
