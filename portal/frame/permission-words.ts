import { defineWords } from '#kit/words.ts';

const { useWords } = defineWords('permissions', {
  en: {
    TasksRead: 'See tasks, and one’s own inspections',
    TasksPerform: 'Start tasks, answer them and complete them',
    TasksManage: 'Make, plan, assign, cancel, restart and delete tasks',
    InspectionsRead: 'See the inspections and reports of others',
    InspectionsReview: 'Return inspections for correction, and approve them',
    InspectionsShare: 'Share reports by public links',
    WorkbooksRead: 'See workbooks, their versions, and items',
    WorkbooksManage: 'Change workbooks, items, and which teams use what',
    TeamsRead: 'See teams and who is in them',
    TeamsManage: 'Change teams and choose their people',
    UsersManage: 'Make people, invite them, give them roles, and change roles',
    TokensManage: 'Make and revoke the API tokens of applications',
    SignInManage: 'Say how people sign in',
    AuditRead: 'See the audit log',
    ChangesRead: 'Follow the change feed',
    WebhooksManage: 'Set up webhooks',
  },
  nl: {
    TasksRead: 'Taken zien, en eigen inspecties',
    TasksPerform: 'Taken starten, beantwoorden en afronden',
    TasksManage: 'Taken maken, plannen, toewijzen, annuleren, herstarten en verwijderen',
    InspectionsRead: 'Inspecties en rapporten van anderen zien',
    InspectionsReview: 'Inspecties ter correctie terugsturen, en ze goedkeuren',
    InspectionsShare: 'Rapporten delen via openbare links',
    WorkbooksRead: 'Werkboeken, hun versies en objecten zien',
    WorkbooksManage: 'Werkboeken en objecten wijzigen, en welke teams wat gebruiken',
    TeamsRead: 'Teams zien en wie erin zit',
    TeamsManage: 'Teams wijzigen en hun mensen kiezen',
    UsersManage: 'Mensen maken, uitnodigen, rollen geven, en rollen wijzigen',
    TokensManage: 'API-tokens van toepassingen maken en intrekken',
    SignInManage: 'Bepalen hoe mensen zich aanmelden',
    AuditRead: 'Het auditlog zien',
    ChangesRead: 'De wijzigingenfeed volgen',
    WebhooksManage: 'Webhooks instellen',
  },
});

const SAID = [
  'TasksRead',
  'TasksPerform',
  'TasksManage',
  'InspectionsRead',
  'InspectionsReview',
  'InspectionsShare',
  'WorkbooksRead',
  'WorkbooksManage',
  'TeamsRead',
  'TeamsManage',
  'UsersManage',
  'TokensManage',
  'SignInManage',
  'AuditRead',
  'ChangesRead',
  'WebhooksManage',
] as const;

/** Says what a permission allows; nothing of one that is newer than these words. */
export const usePermissionWords = (): ((permission: string) => string | undefined) => {
  const t = useWords();
  return (permission) => {
    const key = SAID.find((each) => each === permission.replace('.', ''));
    return key && t(key);
  };
};
