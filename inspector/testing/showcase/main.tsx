import { findSupportedLanguage } from '#i18n/languages.ts';
import { messageFiles } from '#inspector/messages/message-files.ts';
import '@mantine/core/styles.layer.css';
import { MantineProvider } from '@mantine/core';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import { startLanguage } from '#kit/language.ts';
import { cssVariables, theme } from '#kit/theme.ts';
import { EVIDENCE_CASES } from './EvidenceCase.tsx';
import { openInspectionCase } from './InspectionCase.tsx';

// A test page that shows a single part of the app, with a database on the device but without a server.

const nonce = document.querySelector<HTMLMetaElement>('meta[name="ronda-nonce"]')?.nonce ?? '';
setNonce(nonce);

const start = async () => {
  const name = new URLSearchParams(location.search).get('case')!;
  await startLanguage(findSupportedLanguage(navigator.languages), messageFiles);
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
