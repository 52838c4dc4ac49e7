import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRequestTurns } from './request-turns.ts';

test('requests of one user are read in consecutive rounds, and those of other users come first', async () => {
  const turns = createRequestTurns();
  const read: string[] = [];
  let round = 0;
  const count = () => {
    round++;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const send = async (user: string, tenant: string) => {
    await turns.waitForTurn({ tenant, user });
    read.push(`${user} in round ${round}`);
  };
  const sent = ['anna', 'anna', 'anna'].map((user) => send(user, 'here'));
  await Promise.all([...sent, send('bram', 'here'), send('carla', 'other')]);
  clearImmediate(counting);
  assert.deepEqual(read.slice(0, 3).toSorted(), ['anna in round 0', 'bram in round 0', 'carla in round 0']);
  const [second, third] = read.slice(3).map((line) => Number(line.split(' ').at(-1)));
  assert.ok(second! > 0 && third! > second!, read.join(', '));
});

test('a user with 350 waiting requests is rejected, and others are not', async () => {
  const turns = createRequestTurns();
  const sent = Array.from({ length: 360 }, () => turns.waitForTurn({ tenant: 'here', user: 'anna' }));
  const other = turns.waitForTurn({ tenant: 'here', user: 'bram' });
  const outcomes = await Promise.allSettled([...sent, other]);
  const rejected = outcomes.filter(({ status }) => status === 'rejected');
  assert.equal(rejected.length, 360 - 351);
  assert.equal(outcomes.at(-1)!.status, 'fulfilled');
});
