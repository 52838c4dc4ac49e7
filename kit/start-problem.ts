import type { Texts } from '#i18n/texts.ts';

/** Bundled, because the texts of the user's language may be what could not be loaded. */
const TEXTS = import.meta.glob<Texts>('./messages/*/start-problem.json', { eager: true, import: 'default' });

/** Shows in every language that the app could not start. */
export const showStartProblem = (problem: unknown, root: HTMLElement): void => {
  reportError(problem);
  const main = document.createElement('main');
  const alert = document.createElement('div');
  alert.setAttribute('role', 'alert');
  main.append(alert);
  for (const [path, texts] of Object.entries(TEXTS)) {
    const part = document.createElement('section');
    part.lang = path.split('/').at(-2)!;
    const button = elementOf('button', texts.retry!);
    button.addEventListener('click', () => location.reload());
    part.append(elementOf('h1', texts.title!), elementOf('p', texts.hint!), button);
    alert.append(part);
  }
  root.replaceChildren(main);
};

const elementOf = (name: string, text: string) => {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
};
