import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useMe } from '#portal/session/me.ts';
import { draftOwner } from './form-drafts.ts';

/** Where the draft of a form is stored: under its person, its address and its name; and the address that leads to it. */
export const useFormPlace = (name: string): { place: string; href: string } => {
  const me = useMe();
  const router = useRouter();
  const [at] = useState(() => {
    const { pathname, href } = router.latestLocation;
    return { place: `${draftOwner(me)}${pathname} ${name}`, href };
  });
  return at;
};
