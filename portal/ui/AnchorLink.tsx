import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes } from 'react';

type Props = AnchorProps & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps>;

const Plain = (props: Props) => <Anchor size="sm" {...props} />;

/** A link within text or a list; the router checks its target by type. */
export const AnchorLink = createLink(Plain);
