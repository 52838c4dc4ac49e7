import {
  IconBuildingBridge2,
  IconChartBar,
  IconClipboardText,
  IconListCheck,
  IconMap2,
  IconShieldLock,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import { type Me, mayDo } from '#portal/session/me.ts';

/** The pages of the portal in the order of the menu: who may open them, and the keys that lead there. */
export const PAGES = [
  {
    group: 'work',
    name: 'overview',
    to: '/',
    keys: 'g o',
    icon: IconChartBar,
    permission: 'Tasks.Read',
  },
  { group: 'work', name: 'tasks', to: '/tasks', keys: 'g t', icon: IconListCheck, permission: 'Tasks.Read' },
  { group: 'work', name: 'map', to: '/map', keys: 'g m', icon: IconMap2, permission: 'Tasks.Read' },
  {
    group: 'organisation',
    name: 'workbooks',
    to: '/workbooks',
    keys: 'g w',
    icon: IconClipboardText,
    permission: 'Workbooks.Read',
  },
  {
    group: 'organisation',
    name: 'items',
    to: '/items',
    keys: 'g c',
    icon: IconBuildingBridge2,
    permission: 'Workbooks.Read',
  },
  {
    group: 'organisation',
    name: 'teams',
    to: '/teams',
    keys: 'g e',
    icon: IconUsersGroup,
    permission: 'Teams.Read',
  },
  {
    group: 'organisation',
    name: 'people',
    to: '/people',
    keys: 'g p',
    icon: IconUsers,
    permission: 'Users.Manage',
  },
  {
    group: 'organisation',
    name: 'roles',
    to: '/roles',
    keys: 'g r',
    icon: IconShieldLock,
    permission: 'Users.Manage',
  },
] as const;

export const pagesFor = (me: Me) => PAGES.filter(({ permission }) => mayDo(me, permission));
