import { type ComponentType, createContext, useContext } from 'react';
import type { Answer } from '#workbook-engine/answer.ts';
import { BarcodeStandIn, FileStandIn, LocationStandIn, PhotoStandIn, SignatureStandIn } from './StandIns.tsx';

/** What an input for evidence is given. It stands within a group that bears the question. */
export type EvidenceProps = {
  value: Answer;
  /** The question, for what is announced. */
  label: string;
  /** Id of what describes it: hint, error. */
  describedBy: string | undefined;
  isReadOnly: boolean;
  /** Most pictures. */
  maxCount: number;
  maxLength: number;
  /** Takes an answer; resolves to false when it is none. Of pictures: those that stay. */
  onAnswer: (value: Answer) => Promise<boolean>;
  /** Keeps a picture, signature or file as the answer, or one of several. */
  addPicture: (bytes: Blob, name: string) => Promise<void>;
  /** What was made on this device; undefined: it is only on the server. */
  readPicture: (id: string) => Promise<Blob | undefined>;
};

/** How each kind of evidence is gathered. */
export type EvidenceInputs = Readonly<
  Record<'Photo' | 'Signature' | 'File' | 'Location' | 'Barcode', ComponentType<EvidenceProps>>
>;

/** With nothing but the controls of the browser. */
export const PLAIN_INPUTS: EvidenceInputs = {
  Photo: PhotoStandIn,
  Signature: SignatureStandIn,
  File: FileStandIn,
  Location: LocationStandIn,
  Barcode: BarcodeStandIn,
};

const Context = createContext(PLAIN_INPUTS);

export const EvidenceProvider = Context.Provider;
export const useEvidenceInputs = () => useContext(Context);
