import type { Me } from '#contract/user.ts';
import {
  IconBuildingBridge2,
  IconCalendarTime,
  IconChartBar,
  IconClipboardCheck,
  IconClipboardText,
  IconDeviceMobile,
  IconHistory,
  IconListCheck,
  IconLogin2,
  IconMap2,
  IconPlugConnected,
  IconShieldLock,
  IconUsers,
  IconUsersGroup,
} from '#kit/icons/icons.ts';
import { hasPermission } from '#portal/session/me.ts';

/** Pages in menu order, with their permissions and shortcut keys. */
const PAGES = {
  work: [
    { name: 'overview', to: '/', keys: 'g o', icon: IconChartBar, permissions: ['Tasks.Read'] },
    { name: 'tasks', to: '/tasks', keys: 'g t', icon: IconListCheck, permissions: ['Tasks.Read'] },
    { name: 'map', to: '/map', keys: 'g m', icon: IconMap2, permissions: ['Tasks.Read'] },
    { name: 'board', to: '/board', keys: 'g b', icon: IconCalendarTime, permissions: ['Tasks.Manage'] },
    {
      name: 'inspections',
      to: '/inspections',
      keys: 'g i',
      icon: IconClipboardCheck,
      permissions: ['Tasks.Read', 'Inspections.Read'],
    },
  ],
  organisation: [
    {
      name: 'workbooks',
      to: '/workbooks',
      keys: 'g w',
      icon: IconClipboardText,
      permissions: ['Workbooks.Read'],
    },
    { name: 'items', to: '/items', keys: 'g c', icon: IconBuildingBridge2, permissions: ['Workbooks.Read'] },
    { name: 'teams', to: '/teams', keys: 'g e', icon: IconUsersGroup, permissions: ['Teams.Read'] },
    { name: 'people', to: '/people', keys: 'g p', icon: IconUsers, permissions: ['Users.Manage'] },
    { name: 'devices', to: '/devices', keys: 'g d', icon: IconDeviceMobile, permissions: ['Users.Manage'] },
    { name: 'roles', to: '/roles', keys: 'g r', icon: IconShieldLock, permissions: ['Users.Manage'] },
    {
      name: 'signIn',
      to: '/sign-in-settings',
      keys: 'g s',
      icon: IconLogin2,
      permissions: ['SignIn.Manage'],
    },
    {
      name: 'integration',
      to: '/integration',
      keys: 'g n',
      icon: IconPlugConnected,
      permissions: ['Tokens.Manage'],
    },
    { name: 'audit', to: '/audit', keys: 'g a', icon: IconHistory, permissions: ['Audit.Read'] },
  ],
} as const;

type PageGroup = keyof typeof PAGES;

export const listPages = (me: Me, groups: readonly PageGroup[] = ['work', 'organisation']) =>
  groups
    .flatMap((group) => [...PAGES[group]])
    .filter(({ permissions }) => permissions.every((permission) => hasPermission(me, permission)));
