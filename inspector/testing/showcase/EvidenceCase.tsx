import { Button, Stack, Text, Title } from '@mantine/core';
import { type ComponentType, useState } from 'react';
import { CameraButton } from '#inspector/evidence/CameraButton.tsx';
import { CodeScanner } from '#inspector/evidence/CodeScanner.tsx';
import { loadDetector } from '#inspector/evidence/detect-codes.ts';
import type { ViewablePicture } from '#inspector/evidence/LargePicture.tsx';
import { PictureAnnotator } from '#inspector/evidence/PictureAnnotator.tsx';
import { PictureStrip } from '#inspector/evidence/PictureStrip.tsx';
import { SignaturePad } from '#inspector/evidence/SignaturePad.tsx';
import { usePositionSearch } from '#inspector/position/use-position-search.ts';
import { LocationInput } from '#questions/LocationInput.tsx';
import type { Location } from '#workbook-engine/answer.ts';

// Showcases for the picture, signature, code and location inputs.

const Pictures = ({ maxCount = Number.POSITIVE_INFINITY }: { maxCount?: number }) => {
  const [pictures, setPictures] = useState<ViewablePicture[]>([]);
  const [annotatedId, setAnnotatedId] = useState<string>();
  const picture = pictures.find(({ id }) => id === annotatedId);
  const remove = (removedId: string) => setPictures(pictures.filter(({ id }) => id !== removedId));
  exposeToTests('pictures', pictures);
  return (
    <>
      <CameraButton
        onPicture={(source, name) =>
          setPictures((current) => [...current, { id: crypto.randomUUID(), name, source }])
        }
        maxCount={maxCount - pictures.length}
      />
      <PictureStrip pictures={pictures} onAnnotate={setAnnotatedId} onRemove={remove} />
      {picture && (
        <PictureAnnotator
          picture={picture.source as Blob}
          onCancel={() => setAnnotatedId(undefined)}
          onSave={(source) => {
            setPictures(
              pictures.map((candidate) => (candidate === picture ? { ...picture, source } : candidate)),
            );
            setAnnotatedId(undefined);
          }}
        />
      )}
    </>
  );
};

const Signature = () => {
  const [picture, setPicture] = useState<Blob>();
  exposeToTests('signature', picture);
  return (
    <>
      <SignaturePad onSave={setPicture} onCancel={() => setPicture(undefined)} />
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
      <Result>{code}</Result>
      {isOpen && (
        <CodeScanner
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

const LocationField = () => {
  const [location, setLocation] = useState<Location | null>(null);
  return (
    <>
      <LocationInput value={location} search={usePositionSearch(setLocation)} onChange={setLocation} />
      <Result>{JSON.stringify(location)}</Result>
    </>
  );
};

const Result = ({ children }: { children: string }) => (
  <Text component="output" style={{ overflowWrap: 'anywhere' }}>
    {children}
  </Text>
);

/** Exposes a value that the page does not show, such as bytes. */
const exposeToTests = (name: string, value: unknown) => Object.assign(globalThis, { [name]: value });

Object.assign(globalThis, { detect: async (code: Blob) => (await loadDetector())(code) });

const createCase = (Part: ComponentType) => () => (
  <Stack component="main" p="md">
    <Title order={1}>Evidence</Title>
    <Part />
  </Stack>
);

export const EVIDENCE_CASES: Readonly<Record<string, ComponentType>> = {
  pictures: createCase(Pictures),
  threePictures: createCase(() => <Pictures maxCount={3} />),
  signature: createCase(Signature),
  code: createCase(Code),
  location: createCase(LocationField),
};
