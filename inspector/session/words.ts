import { defineWords } from '#kit/words.ts';

export const { useWords: useSessionWords } = defineWords('session', {
  en: {
    welcome: 'Your inspections, with or without a network',
    signIn: 'Sign in',
    signInHint: 'Once, with a network. After that this device works for weeks without one.',
    noNetwork: 'The server cannot be reached. To sign in takes a network.',
    tryAgain: 'Try again',
    erased: 'Your organisation has removed everything from this device.',
    signedOut: 'This device is signed out',
    signedOutHint:
      'Sign in as {{name}} to go on. What you answered is still on this device, and is sent then.',
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
  },
});
