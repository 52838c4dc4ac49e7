import '@mantine/core/styles.layer.css';
import { MantineProvider } from '@mantine/core';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import { cssVariables, theme } from '#kit/theme.ts';
import { startLanguage } from '#kit/words.ts';
import { EVIDENCE_CASES } from './EvidenceCase.tsx';
import { openInspectionCase } from './InspectionCase.tsx';

// A page for tests and for the eye: one part of the app as it is, on a device that nobody else knows.

const nonce = document.querySelector<HTMLMetaElement>('meta[name="ronda-nonce"]')?.nonce ?? '';
setNonce(nonce);

const start = async () => {
  const name = new URLSearchParams(location.search).get('case')!;
  await startLanguage(navigator.language.startsWith('nl') ? 'nl' : 'en');
  const Case = EVIDENCE_CASES[name] ?? (await openInspectionCase(name));
  createRoot(document.getElementById('showcase')!).render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <Case />
    </MantineProvider>,
  );
};

void start();
