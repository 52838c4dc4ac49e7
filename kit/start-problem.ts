import type { Messages } from '#i18n/translator.ts';

/** Bundled, because the app also fails to start if it cannot load messages. */
const MESSAGES = import.meta.glob<Messages>('./messages/*/start-problem.json', {
  eager: true,
  import: 'default',
});

export const showStartProblem = (problem: unknown, root: HTMLElement): void => {
  reportError(problem);
  const main = document.createElement('main');
  const alert = document.createElement('div');
  alert.setAttribute('role', 'alert');
  main.append(alert);
  for (const [path, messages] of Object.entries(MESSAGES)) {
    const section = document.createElement('section');
    section.lang = path.split('/').at(-2)!;
    const button = createElement('button', messages.retry!);
    button.addEventListener('click', () => location.reload());
    section.append(createElement('h1', messages.title!), createElement('p', messages.hint!), button);
    alert.append(section);
  }
  root.replaceChildren(main);
};

const createElement = (name: string, text: string) => {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
};
