import '@mantine/core/styles.layer.css';
import { Button, MantineProvider, Stack, Text, Title } from '@mantine/core';
import { setNonce } from 'get-nonce';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { AnnotatePicture } from '#inspector/evidence/AnnotatePicture.tsx';
import { CameraButton } from '#inspector/evidence/CameraButton.tsx';
import { loadDetector } from '#inspector/evidence/detect-codes.ts';
import { LocationInput } from '#inspector/evidence/LocationInput.tsx';
import { PictureStrip, type ShownPicture } from '#inspector/evidence/PictureStrip.tsx';
import { ScanCode } from '#inspector/evidence/ScanCode.tsx';
import { SignaturePad } from '#inspector/evidence/SignaturePad.tsx';
import { cssVariables, theme } from '#kit/theme.ts';
import { type Language, startLanguage } from '#kit/words.ts';
import type { Location } from '#workbook-engine/answer.ts';

// Everything that an inspector makes with the device on one page, for tests and for the eye.

const nonce = document.querySelector<HTMLMetaElement>('meta[name="ronda-nonce"]')?.nonce ?? '';
const [part, language = 'en', most] = location.hash.slice(1).split('/');

const Pictures = () => {
  const [pictures, setPictures] = useState<ShownPicture[]>([]);
  const [annotated, setAnnotated] = useState<string>();
  const picture = pictures.find(({ id }) => id === annotated);
  const remove = (gone: string) => setPictures(pictures.filter(({ id }) => id !== gone));
  keepForTests('pictures', pictures);
  return (
    <>
      <CameraButton
        onPicture={(source, name) =>
          setPictures((before) => [...before, { id: crypto.randomUUID(), name, source }])
        }
        {...(most && { most: Number(most) - pictures.length })}
      />
      <PictureStrip pictures={pictures} onAnnotate={setAnnotated} onRemove={remove} />
      {picture && (
        <AnnotatePicture
          picture={picture.source as Blob}
          onCancel={() => setAnnotated(undefined)}
          onKeep={(source) => {
            setPictures(pictures.map((each) => (each === picture ? { ...picture, source } : each)));
            setAnnotated(undefined);
          }}
        />
      )}
    </>
  );
};

const Signature = () => {
  const [picture, setPicture] = useState<Blob>();
  keepForTests('signature', picture);
  return (
    <>
      <SignaturePad onKeep={setPicture} onCancel={() => setPicture(undefined)} />
      {picture && <PictureStrip pictures={[{ id: 'signature', name: 'signature.png', source: picture }]} />}
    </>
  );
};

const Code = () => {
  const [isOpen, setOpen] = useState(false);
  const [code, setCode] = useState('');
  return (
    <>
      <Button size="lg" onClick={() => setOpen(true)}>
        Scan
      </Button>
      <Said>{code}</Said>
      {isOpen && (
        <ScanCode
          onCode={(text) => {
            setCode(text);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
};

const Place = () => {
  const [place, setPlace] = useState<Location | null>(null);
  return (
    <>
      <LocationInput label="Where" value={place} onChange={setPlace} />
      <Said>{JSON.stringify(place)}</Said>
    </>
  );
};

const Said = ({ children }: { children: string }) => (
  <Text component="output" style={{ overflowWrap: 'anywhere' }}>
    {children}
  </Text>
);

const PARTS = { pictures: Pictures, signature: Signature, code: Code, location: Place };

/** What no page shows: bytes. */
const keepForTests = (name: string, value: unknown) => Object.assign(globalThis, { [name]: value });

const start = async () => {
  setNonce(nonce);
  keepForTests('detect', async (code: Blob) => (await loadDetector())(code));
  await startLanguage(language as Language);
  const Part = PARTS[part as keyof typeof PARTS];
  createRoot(document.getElementById('showcase')!).render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <Stack component="main" p="md">
        <Title order={1}>Evidence</Title>
        <Part />
      </Stack>
    </MantineProvider>,
  );
};

void start();
