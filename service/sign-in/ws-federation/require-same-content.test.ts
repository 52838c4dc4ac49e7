import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import { readXml } from './read-xml.ts';
import { requireSameContent } from './require-same-content.ts';

const assertion = readXml(
  '<a:A xmlns:a="urn:a" x="1">\n<a:B>b</a:B> <Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/>\n<C/></a:A>',
);

test('signed content may be written differently from the assertion and lacks its signature', () => {
  requireSameContent(readXml('<A xmlns="urn:a" x="1"><B>b</B><C xmlns=""></C></A>'), assertion);
});

test('signed content that differs from the assertion is rejected', () => {
  for (const other of [
    '<A xmlns="urn:b" x="1"><B>b</B><C xmlns=""/></A>',
    '<A xmlns="urn:a" x="2"><B>b</B><C xmlns=""/></A>',
    '<A xmlns="urn:a"><B>b</B><C xmlns=""/></A>',
    '<A xmlns="urn:a" x="1"><B>b </B><C xmlns=""/></A>',
    '<A xmlns="urn:a" x="1"><B>b</B><C/></A>',
    '<A xmlns="urn:a" x="1"><C xmlns=""/><B>b</B></A>',
    '<A xmlns="urn:a" x="1"><B>b</B></A>',
  ]) {
    assert.throws(() => requireSameContent(readXml(other), assertion), SignInDeniedError, other);
  }
});
