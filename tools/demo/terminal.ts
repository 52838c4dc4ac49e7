import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';

export const runCommand = async (
  command: string,
  variables: Readonly<Record<string, string>>,
): Promise<unknown> => {
  const assignments = Object.entries(variables).map(([name, value]) => `${name}='${value}'\n`);
  const { stdout } = await promisify(execFile)('sh', ['-eu', '-c', [...assignments, command].join('')]);
  return JSON.parse(stdout);
};

export const showTerminal = (page: Page, command: string, output = ''): Promise<void> =>
  page.setContent(`
    <style>
      body { margin: 0; padding: 32px 40px; background: #10171f; color: #e6edf3 }
      pre { margin: 0 0 20px; font: 20px/1.6 'DejaVu Sans Mono', monospace }
      pre:first-of-type::before { content: '$ '; color: #6cc28f }
    </style>
    <pre>${escapeHtml(command)}</pre><pre>${escapeHtml(output)}</pre>`);

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
