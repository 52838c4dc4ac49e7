import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes } from 'react';

type Props = AnchorProps & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps>;

const SmallAnchor = (props: Props) => <Anchor size="sm" {...props} />;

/** A link in text or in a list, with a typed target. */
export const AnchorLink = createLink(SmallAnchor);
