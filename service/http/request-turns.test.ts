import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRequestTurns } from './request-turns.ts';

test('each user gets one request per round, so other users do not wait for a user with many requests', async () => {
  const turns = createRequestTurns();
  const order: string[] = [];
  let round = 0;
  const countRounds = () => {
    round++;
    immediate = setImmediate(countRounds);
  };
  let immediate = setImmediate(countRounds);
  const send = async (user: string, tenant: string) => {
    await turns.waitForTurn({ tenant, user });
    order.push(`${user} in round ${round}`);
  };
  const sent = ['anna', 'anna', 'anna'].map((user) => send(user, 'own'));
  await Promise.all([...sent, send('bram', 'own'), send('carla', 'other')]);
  clearImmediate(immediate);
  assert.deepEqual(order.slice(0, 3).toSorted(), ['anna in round 0', 'bram in round 0', 'carla in round 0']);
  const [second, third] = order.slice(3).map((line) => Number(line.split(' ').at(-1)));
  assert.ok(second! > 0 && third! > second!, order.join(', '));
});

test('a user with 350 waiting requests is rejected, and others are not', async () => {
  const turns = createRequestTurns();
  const sent = Array.from({ length: 360 }, () => turns.waitForTurn({ tenant: 'own', user: 'anna' }));
  const other = turns.waitForTurn({ tenant: 'own', user: 'bram' });
  const outcomes = await Promise.allSettled([...sent, other]);
  const rejected = outcomes.filter(({ status }) => status === 'rejected');
  assert.equal(rejected.length, 360 - 351);
  assert.equal(outcomes.at(-1)!.status, 'fulfilled');
});
