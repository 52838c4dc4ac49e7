import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import {
  Device,
  DeviceEnd,
  DevicePage,
  DeviceParameter,
  DeviceQuery,
  DeviceReport,
  Devices,
  NewDevice,
} from '#contract/device.ts';
import { IdParameter } from '#contract/inspection.ts';
import { limits } from '#contract/limits.ts';
import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { keyAfter, pageOf } from '#service/http/cursor.ts';
import { sendJson } from '#service/http/envelope.ts';
import { isUuid } from '#service/http/ids.ts';
import type { Actors } from '#service/identity/actors.ts';
import { authorOf, originOf } from '#service/identity/audit/record-audit.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { refuseForgery } from '#service/identity/sessions/refuse-forgery.ts';
import { addDevice } from './add-device.ts';
import { MOST_DEVICES } from './device.ts';
import { clearDeviceCookie, comesFromDevice, readDeviceCookie, setDeviceCookie } from './device-cookie.ts';
import { deviceNotFound, ownDeviceNotFound } from './device-problems.ts';
import { findOwnDevice, listDevices, listOwnDevices, placeOfDevice } from './device-queries.ts';
import { confirmErasure, endDevice } from './end-device.ts';
import { reportUnsent } from './report-unsent.ts';
import { revokeDevice } from './revoke-device.ts';

const TAGS = ['Devices'];

export type DeviceServices = { db: Database; actors: Actors; publicUrl: string | undefined };

/** /api/v1/me/devices and /api/v1/devices: browsers in which people work for days without a network. */
export const deviceRoutes = (services: DeviceServices) => async (app: FastifyInstance) => {
  await app.register(ownDeviceRoutes(services));
  await app.register(everyDeviceRoutes(services));
};

const ownDeviceRoutes =
  ({ db, actors, publicUrl }: DeviceServices) =>
  async (app: FastifyInstance) => {
    app.get(
      '/me/devices',
      {
        config: { access: 'signed-in', opensToDevices: true },
        schema: {
          tags: TAGS,
          operationId: 'listMyDevices',
          summary: 'List my devices',
          description: 'Those by which the caller may work, the one in contact last first.',
          response: { 200: Devices },
        },
      },
      async (request, reply) =>
        sendJson(reply, JSON.stringify({ devices: await listOwnDevices(db, actorOf(request)) })),
    );

    app.post<{ Body: NewDevice }>(
      '/me/devices',
      {
        config: { access: 'signed-in' },
        schema: {
          tags: TAGS,
          operationId: 'addDevice',
          summary: 'Make this browser a device of mine',
          description: `By a person who is signed in by a browser (403 for an access token). Sets the cookie \`ronda-device\`, which lives for 30 days without contact and 180 in all, and counts only for requests with \`X-Requested-With: ronda-device\`. Another device that this browser was before ends. With the id of a device of the caller's that one signs in anew. 409 when the id is somebody else's, when the caller has ${MOST_DEVICES} devices, and, with the type \`urn:ronda:device-to-be-erased\`, when this browser is first to erase what is on it.`,
          body: NewDevice,
          response: { 201: Device },
        },
      },
      async (request, reply) => {
        const author = authorOf(request);
        const deviceId = request.body.id?.toLowerCase() ?? randomUUID();
        const wanted = { deviceId, draft: request.body, replaced: readDeviceCookie(request) };
        const [deviceToken, device] = await inTransaction(db, async (trx) => [
          await addDevice(trx, author, wanted),
          await findOwnDevice(trx, author, deviceId),
        ]);
        actors.forget();
        setDeviceCookie(reply, deviceToken);
        return sendJson(reply.code(201), JSON.stringify(device));
      },
    );

    app.delete<{ Params: DeviceParameter }>(
      '/me/devices/:id',
      {
        config: { access: 'signed-in', opensToDevices: true },
        schema: {
          tags: TAGS,
          operationId: 'endMyDevice',
          summary: 'Sign out of a device',
          description: '`current` is the one that asks.',
          params: DeviceParameter,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        const author = authorOf(request);
        const id = request.params.id === 'current' ? author.deviceId : request.params.id;
        if (id === null || !isUuid(id)) throw ownDeviceNotFound(request.params.id);
        await inTransaction(db, (trx) => endDevice(trx, author, id));
        actors.forget();
        if (id.toLowerCase() === author.deviceId) clearDeviceCookie(reply);
        return reply.code(204).send();
      },
    );

    app.put<{ Body: DeviceReport }>(
      '/me/devices/current/report',
      {
        config: { access: 'signed-in', opensToDevices: true },
        schema: {
          tags: TAGS,
          operationId: 'reportUnsent',
          summary: 'Tell what this device has not sent',
          description: 'By a device only (403).',
          body: DeviceReport,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        await reportUnsent(db, actorOf(request), request.body);
        return reply.code(204).send();
      },
    );

    app.post(
      '/me/devices/current/erased',
      {
        // A device that is to erase what is on it may do nothing else any more, so it is nobody.
        config: { access: 'anonymous' },
        schema: {
          tags: TAGS,
          operationId: 'confirmErasure',
          summary: 'Confirm that this device has erased what was on it',
          description:
            'After a problem of the type `urn:ronda:device-to-be-erased`, by the cookie of that device and with `X-Requested-With: ronda-device`. It may be repeated; for anybody else it changes nothing.',
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        refuseForgery(request, publicUrl);
        const deviceToken = comesFromDevice(request) ? readDeviceCookie(request) : undefined;
        const isErased = await inTransaction(db, (trx) =>
          confirmErasure(trx, deviceToken, originOf(request)),
        );
        if (isErased) clearDeviceCookie(reply);
        return reply.code(204).send();
      },
    );
  };

const everyDeviceRoutes =
  ({ db, actors }: DeviceServices) =>
  async (app: FastifyInstance) => {
    app.get<{ Querystring: DeviceQuery }>(
      '/devices',
      {
        config: { access: ['Tasks.Manage', 'Users.Manage'] },
        schema: {
          tags: TAGS,
          operationId: 'listDevices',
          summary: 'List devices',
          description:
            "Everybody's for who manages users (`Users.Manage`), and for planners (`Tasks.Manage`) those of people in a team that they plan. Tells when each was last in contact and what it had not sent then.",
          querystring: DeviceQuery,
          response: { 200: DevicePage },
        },
      },
      async (request, reply) => {
        const { after, limit: given, ...filter } = request.query;
        const limit = Number(given ?? limits.page);
        const found = await listDevices(db, actorOf(request), filter, { after: keyAfter(after), limit });
        const { rows, next } = pageOf(found, limit, placeOfDevice);
        return sendJson(reply, JSON.stringify({ devices: rows, next }));
      },
    );

    app.delete<{ Params: IdParameter; Querystring: DeviceEnd }>(
      '/devices/:id',
      {
        config: { access: 'Users.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'revokeDevice',
          summary: 'Revoke a device',
          description:
            'At its next contact; what it has on it stays there, locked, unless it is told to erase it. Without `erase` one that was to be erased no longer is.',
          params: IdParameter,
          querystring: DeviceEnd,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        const { id: deviceId } = request.params;
        if (!isUuid(deviceId)) throw deviceNotFound(deviceId);
        const wanted = { deviceId, isErased: request.query.erase === 'true' };
        await inTransaction(db, (trx) => revokeDevice(trx, authorOf(request), wanted));
        actors.forget();
        return reply.code(204).send();
      },
    );
  };
