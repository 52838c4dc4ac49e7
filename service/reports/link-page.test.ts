import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { tooManyRequests } from '#service/admission/admission-problems.ts';
import { run } from '#service/database/statement.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService } from '#service/testing/start-service.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** Shares a completed inspection. Returns the link's path, and functions that open and revoke it. */
const shareInspection = async (t: TestContext) => {
  const service = await startService(t);
  const inspection = await startNewInspection(service, { fields: [{ name: 'Height', type: 'decimal' }] });
  await inspection.complete();
  const planner = await service.as('coordinator');
  const shares = `/api/v1/inspections/${inspection.id}/shares`;
  const { id, url } = (await planner.post(shares, { expiresInDays: 1 })).body;
  return {
    service,
    path: new URL(url).pathname,
    revoke: () => planner.request('DELETE', `${shares}/${id}`),
    open: async (path: string, headers: Record<string, string> = {}) => {
      const response = await fetch(`${service.url}${path}`, { headers });
      return { status: response.status, headers: response.headers, text: await response.text() };
    },
  };
};

test('an invalid link shows people an error page in their own language, without any details', async (t) => {
  const { path, revoke, open } = await shareInspection(t);
  await revoke();
  const paths = [path, `${path}x`, '/shared/reports/x', '/shared/reports/', `${path}/more`];
  for (const [language, title] of [
    ['en-GB,en;q=0.9', 'This link is not valid'],
    ['nl-NL,nl;q=0.9,en;q=0.8', 'Deze link is niet geldig'],
  ] as const) {
    const pages = await Promise.all(
      paths.map((invalidPath) => open(invalidPath, { accept: BROWSER, 'accept-language': language })),
    );
    for (const { status, headers, text } of pages) {
      assert.equal(status, 404);
      assert.equal(text, pages[0]!.text);
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(headers.get('content-language'), language.slice(0, 2));
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('vary'), 'accept, accept-language');
      assert.equal(headers.get('x-robots-tag'), 'noindex, nofollow');
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.match(
        headers.get('content-security-policy')!,
        /^default-src 'none'; style-src 'sha256-[^' ]+'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'$/,
      );
    }
    const { text } = pages[0]!;
    assert.match(text, new RegExp(`^<!doctype html>\\n<html lang="${language.slice(0, 2)}">`));
    assert.match(text, new RegExp(`<title>${title}</title>[^]*<main>\\n<h1>${title}</h1>`));
    assert.doesNotMatch(text, /<script|https?:|ronda/i);
  }
});

test('an invalid link returns problem details to API clients in a language they accept', async (t) => {
  const { path, open } = await shareInspection(t);
  for (const accept of ['*/*', 'application/json, text/plain, */*']) {
    const { status, headers, text } = await open(`${path}x`, { accept, 'accept-language': 'nl' });
    assert.deepEqual(
      [headers.get('content-language'), headers.get('vary')],
      ['nl', 'accept, accept-language'],
    );
    assert.equal(status, 404);
    assert.match(headers.get('content-type')!, /^application\/problem\+json/);
    assert.equal(JSON.parse(text).detail, 'Deze link naar een rapport is ongeldig, verlopen of ingetrokken.');
  }
});

test('a page explains why a report is unavailable and when to try again', async (t) => {
  const { service, path, open } = await shareInspection(t);
  const { db } = service.database;
  const read = () => open(path, { accept: BROWSER, 'accept-language': 'nl' });
  const report = await read();
  assert.deepEqual([report.status, report.headers.get('content-type')], [200, 'application/pdf']);
  const overload = t.mock.method(service.services.database.queues.database, 'acquire', () =>
    Promise.reject(tooManyRequests('server')),
  );
  const later = await read();
  overload.mock.restore();
  assert.equal(later.status, 503);
  assert.ok(Number(later.headers.get('retry-after')) > 0);
  assert.match(later.text, /Open de link over een minuut opnieuw/);
  await run(db, 'alter table report_share rename column uses to uses_away', []);
  const { status, text } = await read();
  assert.equal(status, 500);
  assert.match(text, /Het rapport kan niet worden getoond/);
});
