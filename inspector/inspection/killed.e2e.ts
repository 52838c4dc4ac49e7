import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openShowcase } from '#inspector/testing/open-showcase.ts';

const KILLS = 12;
const LATEST_KILL_MS = 1_500;

test('a page that is killed while somebody types has everything that it showed as kept', async (t) => {
  const showcase = await openShowcase(t);
  if (!showcase) return;
  let page = await showcase.open('every');
  const context = page.context();
  let kept = '';
  for (let kill = 0; kill < KILLS; kill++) {
    const notes = page.getByRole('textbox', { name: 'What strikes you', exact: true });
    const found = await notes.inputValue();
    assert.ok(found.startsWith(kept), `kill ${kill}: '${kept}' was kept, and '${found}' is there`);
    await notes.focus();
    await page.keyboard.press('Control+End');
    const typing = notes.pressSequentially(` ${kill} rust at the joint of the deck`, { delay: 25 });
    typing.catch(() => undefined);
    const client = await context.newCDPSession(page);
    await notes.and(page.locator(`:focus`)).waitFor();
    // What is in sight, and whether it is shown as kept, at one moment.
    const look = () =>
      page.evaluate(
        `[document.querySelector('header p').dataset.kept, document.querySelector('textarea').value]`,
      ) as Promise<[string, string]>;
    const end = performance.now() + Math.random() * LATEST_KILL_MS;
    while (performance.now() < end) {
      const [isKept, text] = await look();
      if (isKept === 'true') kept = text;
    }
    const crashed = page.waitForEvent('crash');
    // Nobody is left to answer.
    client.send('Page.crash').catch(() => undefined);
    await crashed;
    page = await context.newPage();
    await page.goto(showcase.address('every'));
    await page.locator('textarea').first().waitFor();
  }
  assert.ok(kept.length > 20, kept);
});
