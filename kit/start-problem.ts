import type { Texts } from '#i18n/texts.ts';

/** Bundled, because the app may fail to start when texts cannot be loaded. */
const TEXTS = import.meta.glob<Texts>('./messages/*/start-problem.json', { eager: true, import: 'default' });

/** Shows in every language that the app could not start. */
export const showStartProblem = (problem: unknown, root: HTMLElement): void => {
  reportError(problem);
  const main = document.createElement('main');
  const alert = document.createElement('div');
  alert.setAttribute('role', 'alert');
  main.append(alert);
  for (const [path, texts] of Object.entries(TEXTS)) {
    const section = document.createElement('section');
    section.lang = path.split('/').at(-2)!;
    const button = createElement('button', texts.retry!);
    button.addEventListener('click', () => location.reload());
    section.append(createElement('h1', texts.title!), createElement('p', texts.hint!), button);
    alert.append(section);
  }
  root.replaceChildren(main);
};

const createElement = (name: string, text: string) => {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
};
