import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeDevice } from './describe-device.ts';

test('a device is named after its browser and operating system', () => {
  const agents = {
    'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36':
      'Chrome, Android',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1':
      'Safari, iPhone',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36 Edg/142.0':
      'Edge, Windows',
    unknown: 'Browser',
  };
  for (const [agent, name] of Object.entries(agents)) assert.equal(describeDevice(agent), name);
});
