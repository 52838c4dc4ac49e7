import type { ComponentProps } from 'react';
import { useObjectUrl } from './use-object-url.ts';

export const BlobImage = ({
  source,
  alt,
  ...props
}: ComponentProps<'img'> & { source: Blob; alt: string; 'data-picture'?: string }) => (
  <img {...props} src={useObjectUrl(source)} alt={alt} />
);
