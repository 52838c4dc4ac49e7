import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes } from 'react';

type Props = AnchorProps & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps>;

const Plain = (props: Props) => <Anchor size="sm" {...props} />;

/** A link to a page of the portal within text or a list; where it leads is checked by type. */
export const AnchorLink = createLink(Plain);
