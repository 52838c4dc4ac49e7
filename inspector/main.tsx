import '@mantine/core/styles.layer.css';
import { MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { cssVariables, theme } from '#kit/theme.ts';
import { startLanguage } from '#kit/words.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[name="ronda-nonce"]')?.nonce ?? '';

const HOME = document.querySelector('meta[name="ronda-home"]')?.getAttribute('content') ?? '';

const start = async () => {
  await startLanguage('en');
  createRoot(document.getElementById('inspector')!).render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <main>Ronda</main>
    </MantineProvider>,
  );
  await navigator.serviceWorker.register(`${HOME}/inspect/service-worker.js`);
};

void start();
