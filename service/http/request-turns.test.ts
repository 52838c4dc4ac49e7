import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRequestTurns } from './request-turns.ts';

test('a user with many requests does not delay others, because each turn of the event loop handles one request per user', async () => {
  const turns = createRequestTurns();
  const order: string[] = [];
  let turn = 0;
  const countTurns = () => {
    turn++;
    immediate = setImmediate(countTurns);
  };
  let immediate = setImmediate(countTurns);
  const send = async (user: string, tenant: string) => {
    await turns.waitForTurn({ tenant, user });
    order.push(`${user} in turn ${turn}`);
  };
  const sent = ['anna', 'anna', 'anna'].map((user) => send(user, 'works'));
  await Promise.all([...sent, send('bram', 'works'), send('carla', 'other')]);
  clearImmediate(immediate);
  assert.deepEqual(order.slice(0, 3).toSorted(), ['anna in turn 0', 'bram in turn 0', 'carla in turn 0']);
  const [second, third] = order.slice(3).map((line) => Number(line.split(' ').at(-1)));
  assert.ok(second! > 0 && third! > second!, order.join(', '));
});

test('further requests from a user with 350 waiting requests are rejected, but those from other users are not', async () => {
  const turns = createRequestTurns();
  const sent = Array.from({ length: 360 }, () => turns.waitForTurn({ tenant: 'works', user: 'anna' }));
  const other = turns.waitForTurn({ tenant: 'works', user: 'bram' });
  const outcomes = await Promise.allSettled([...sent, other]);
  const rejected = outcomes.filter(({ status }) => status === 'rejected');
  assert.equal(rejected.length, 360 - 351);
  assert.equal(outcomes.at(-1)!.status, 'fulfilled');
});
