import { Button, Stack, Text, Title } from '@mantine/core';
import { type ComponentType, useState } from 'react';
import { AnnotatePicture } from '#inspector/evidence/AnnotatePicture.tsx';
import { CameraButton } from '#inspector/evidence/CameraButton.tsx';
import { loadDetector } from '#inspector/evidence/detect-codes.ts';
import { PictureStrip } from '#inspector/evidence/PictureStrip.tsx';
import { ScanCode } from '#inspector/evidence/ScanCode.tsx';
import { SignaturePad } from '#inspector/evidence/SignaturePad.tsx';
import type { ShownPicture } from '#inspector/evidence/shown-picture.ts';
import { usePositionSearch } from '#inspector/position/use-position-search.ts';
import { LocationInput } from '#questions/LocationInput.tsx';
import type { Location } from '#workbook-engine/answer.ts';

// The inputs for pictures, signatures, codes and locations, each separately.

const Pictures = ({ max = Number.POSITIVE_INFINITY }: { max?: number }) => {
  const [pictures, setPictures] = useState<ShownPicture[]>([]);
  const [annotated, setAnnotated] = useState<string>();
  const picture = pictures.find(({ id }) => id === annotated);
  const remove = (gone: string) => setPictures(pictures.filter(({ id }) => id !== gone));
  exposeToTests('pictures', pictures);
  return (
    <>
      <CameraButton
        onPicture={(source, name) =>
          setPictures((before) => [...before, { id: crypto.randomUUID(), name, source }])
        }
        max={max - pictures.length}
      />
      <PictureStrip pictures={pictures} onAnnotate={setAnnotated} onRemove={remove} />
      {picture && (
        <AnnotatePicture
          picture={picture.source as Blob}
          onCancel={() => setAnnotated(undefined)}
          onSave={(source) => {
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
      <LocationInput value={place} search={usePositionSearch(setPlace)} onChange={setPlace} />
      <Said>{JSON.stringify(place)}</Said>
    </>
  );
};

const Said = ({ children }: { children: string }) => (
  <Text component="output" style={{ overflowWrap: 'anywhere' }}>
    {children}
  </Text>
);

/** Bytes, which pages do not show. */
const exposeToTests = (name: string, value: unknown) => Object.assign(globalThis, { [name]: value });

Object.assign(globalThis, { detect: async (code: Blob) => (await loadDetector())(code) });

const show = (Part: ComponentType) => () => (
  <Stack component="main" p="md">
    <Title order={1}>Evidence</Title>
    <Part />
  </Stack>
);

export const EVIDENCE_CASES: Readonly<Record<string, ComponentType>> = {
  pictures: show(Pictures),
  threePictures: show(() => <Pictures max={3} />),
  signature: show(Signature),
  code: show(Code),
  location: show(Place),
};
