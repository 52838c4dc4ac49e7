import { ApiProblem } from '#portal/api/api-problem.ts';

const SAYING = {
  en: [
    'Ronda cannot be opened now',
    'The server does not answer as it should. Try again in a moment.',
    'Try again',
  ],
  nl: [
    'Ronda kan nu niet worden geopend',
    'De server antwoordt niet zoals het hoort. Probeer het over een ogenblik opnieuw.',
    'Probeer opnieuw',
  ],
} as const;

/** Says so where the portal cannot start. Nothing of it is there yet, not even the language: both are said. */
export const showStartProblem = (problem: unknown): void => {
  // Whoever is not signed in is on the way to the sign-in page.
  if (problem instanceof ApiProblem && problem.status === 401) return;
  reportError(problem);
  const main = document.createElement('main');
  const alert = document.createElement('div');
  alert.setAttribute('role', 'alert');
  main.append(alert);
  for (const [language, [title, hint, again]] of Object.entries(SAYING)) {
    const part = document.createElement('section');
    part.lang = language;
    const button = elementOf('button', again);
    button.addEventListener('click', () => location.reload());
    part.append(elementOf('h1', title), elementOf('p', hint), button);
    alert.append(part);
  }
  document.getElementById('portal')!.replaceChildren(main);
};

const elementOf = (name: string, text: string) => {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
};
