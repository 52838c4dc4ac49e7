import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes } from 'react';

type Props = AnchorProps & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps>;

const SmallAnchor = (props: Props) => <Anchor size="sm" {...props} />;

export const AnchorLink = createLink(SmallAnchor);
