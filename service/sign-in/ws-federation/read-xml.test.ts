import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DOMParser } from '@xmldom/xmldom';
import fc from 'fast-check';
import { SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import { readXml } from './read-xml.ts';
import type { XmlAttribute, XmlElement } from './xml-element.ts';

const createElement = (name: string, ...children: (XmlElement | string)[]): XmlElement => ({
  namespace: '',
  name,
  attributes: [],
  children,
});

test('elements are parsed with their namespaces, whatever their prefixes', () => {
  const parsed = readXml(
    '<a xmlns="urn:1" xmlns:p="urn:2" p:x="1" y="2"><p:b/><b xmlns=""/><p:b xmlns:p="urn:3" p:x="4"></p:b></a>',
  );
  assert.deepEqual(parsed, {
    namespace: 'urn:1',
    name: 'a',
    attributes: [
      { namespace: '', name: 'y', value: '2' },
      { namespace: 'urn:2', name: 'x', value: '1' },
    ],
    children: [
      { namespace: 'urn:2', name: 'b', attributes: [], children: [] },
      { namespace: '', name: 'b', attributes: [], children: [] },
      {
        namespace: 'urn:3',
        name: 'b',
        attributes: [{ namespace: 'urn:3', name: 'x', value: '4' }],
        children: [],
      },
    ],
  });
});

test('all notations of a text parse to the same text, and references are decoded only once', () => {
  const notations = [
    'a<b',
    'a&lt;b',
    'a&#60;b',
    'a&#x3c;b',
    'a&#x00003C;b',
    'a<![CDATA[<]]>b',
    'a<!-- - --><![CDATA[<b]]>',
    '<![CDATA[]]>a<![CDATA[<]]><![CDATA[b]]>',
  ];
  for (const text of notations.slice(1)) {
    assert.deepEqual(readXml(`<a>${text}</a>`), createElement('a', 'a<b'));
  }
  assert.deepEqual(readXml('<a>&amp;lt;&#38;gt;</a>'), createElement('a', '&lt;&gt;'));
  assert.deepEqual(readXml('<a><![CDATA[&lt;]]></a>'), createElement('a', '&lt;'));
  assert.deepEqual(readXml('<a> \r\n\r \t</a>'), createElement('a', ' \n\n \t'));
  assert.deepEqual(readXml('<a>&#xD;&#10;</a>'), createElement('a', '\r\n'));
  const { attributes } = readXml('<a x="&quot;\r\n\t&#10;&apos;" y=\'"\'/>');
  assert.deepEqual(
    attributes.map(({ value }) => value),
    [`"  \n'`, '"'],
  );
});

const rejectedDocuments: [string, RegExp][] = [
  ['<a', /attribute that is not well-formed/],
  ['<a>', /"a" is not closed/],
  ['<a></b>', /an end tag has no start tag/],
  ['<a></A>', /an end tag has no start tag/],
  ['<a></a></a>', /an end tag has no start tag/],
  ['<a></a x>', /an end tag has no start tag/],
  ['<p:a xmlns:p="urn:x" xmlns:q="urn:x"></q:a>', /an end tag has no start tag/],
  ['<a/><b/>', /a second root/],
  ['<a/>b', /there is text outside the root element/],
  ['b<a/>', /there is text outside the root element/],
  ['<![CDATA[b]]><a/>', /there is text outside the root element/],
  [' <?xml version="1.0"?><a/>', /is not accepted/],
  ['<?xml version="1.1"?><a/>', /is not accepted/],
  ['<?xml version="1.0" encoding="utf-7"?><a/>', /is not accepted/],
  ['<?xml version="1.0" encoding="utf-16"?><a/>', /is not accepted/],
  ['<?xml-stylesheet href="x"?><a/>', /is not accepted/],
  ['<a><?php ?></a>', /is not accepted/],
  ['<a><!ELEMENT a ANY></a>', /is not accepted/],
  ['<a><!-></a>', /is not accepted/],
  ['<a>< b/></a>', /is not accepted/],
  ['<a><é/></a>', /is not accepted/],
  ['<a><_/></a>', /is not accepted/],
  ['<a><__proto__/></a>', /is not accepted/],
  ['<a><!-- -- --></a>', /a comment contains "--"/],
  ['<a><!-- ---></a>', /a comment contains "--"/],
  ['<a><!--></a>', /<!-- has no end/],
  ['<a><!-- x</a>', /<!-- has no end/],
  ['<a><![CDATA[x]></a>', /<!\[CDATA\[ has no end/],
  ['<a><![cdata[x]]></a>', /is not accepted/],
  ['<a>]]></a>', /"\]\]>" appears outside CDATA/],
  ['<a>&</a>', /is not an accepted entity/],
  ['<a>&lt</a>', /is not an accepted entity/],
  ['<a>&LT;</a>', /is not an accepted entity/],
  ['<a>&#x1F600</a>', /is not an accepted entity/],
  ['<a>&#55357;&#56832;</a>', /is not an accepted entity/],
  ['<a>&#99999999999;</a>', /is not an accepted entity/],
  ['<a>&#0;</a>', /character U\+0000/],
  ['<a>&#x85;</a>', /character U\+0085/],
  ['<a>&#x2028;</a>', /character U\+2028/],
  ['<a x="&f;"/>', /is not an accepted entity/],
  ['<a x/>', /not well-formed/],
  ['<a x=1/>', /not well-formed/],
  ['<a x="<"/>', /not well-formed/],
  ['<a x="1"y="2"/>', /not well-formed/],
  ['<a x="1/>', /not well-formed/],
  ['<a x="1" x="2"/>', /two attributes "x"/],
  ['<a xmlns:p="urn:x" xmlns:q="urn:x" p:x="1" q:x="2"/>', /two attributes "x"/],
  ['<a xmlns:p="urn:x" xmlns:p="urn:y"/>', /declared twice/],
  ['<a xmlns="urn:x" xmlns="urn:y"/>', /declared twice/],
  ['<p:a/>', /prefix "p" is not declared/],
  ['<a p:x="1"/>', /prefix "p" is not declared/],
  ['<a><b xmlns:p="urn:x"/><p:c/></a>', /prefix "p" is not declared/],
  ['<ds:a/>', /prefix "ds" is not declared/],
  ['<constructor:a/>', /prefix "constructor" is not declared/],
  ['<xmlns:a/>', /prefix "xmlns" is not declared/],
  ['<a xmlns:p=""/>', /cannot be bound/],
  ['<a xmlns:xml="urn:x"/>', /cannot be bound/],
  ['<a xmlns:xmlns="urn:x"/>', /cannot be bound/],
  ['<a xmlns:p="http://www.w3.org/XML/1998/namespace"/>', /cannot be bound/],
  ['<a xmlns:p="http://www.w3.org/2000/xmlns/"/>', /cannot be bound/],
  ['<a xmlns="http://www.w3.org/1999/xhtml"><script>&lt;</script></a>', /cannot be bound/],
  ['<a xmlns="relative"/>', /cannot be bound/],
  ['<a xmlns:p="1:x"/>', /cannot be bound/],
  ['<a xmlns:p="urn:x&quot; y=&quot;"/>', /cannot be bound/],
  ['<a xmlns:p="urn:x "/>', /cannot be bound/],
  ['<a xmlnsp="urn:x"/>', /reserved name/],
  ['<a XMLNS="urn:x"/>', /reserved name/],
  ['<a xml:id="x"/>', /reserved name/],
  ['<a xml:base="urn:x"/>', /reserved name/],
];

for (const [xml, reason] of rejectedDocuments) {
  test(`the XML ${JSON.stringify(xml)} is rejected`, () => {
    assert.throws(
      () => readXml(xml),
      (error) => error instanceof SignInDeniedError && reason.test(error.message),
    );
  });
}

/** Parses XML with xmldom, which the signature library uses, and fails if xmldom reports an error. */
const readWithXmldom = (xml: string): XmlElement => {
  const fail = (level: string, details: string) => assert.fail(`${level}: ${details}`);
  const { documentElement } = new DOMParser({ errorHandler: fail }).parseFromString(xml) as unknown as {
    documentElement: DomNode;
  };
  return toElement(documentElement);
};
type DomNode = {
  nodeType: number;
  localName: string;
  namespaceURI?: string | null;
  value: string;
  data: string;
  attributes: ArrayLike<DomNode>;
  childNodes: ArrayLike<DomNode>;
};

const toElement = (node: DomNode): XmlElement => {
  const children: (XmlElement | string)[] = [];
  for (const child of Array.from(node.childNodes)) {
    if (child.nodeType === 1) children.push(toElement(child));
    else if (child.nodeType !== 8) {
      const last = children.at(-1);
      if (typeof last === 'string') children.splice(-1, 1, last + child.data);
      else children.push(child.data);
    }
  }
  const attributes = Array.from(node.attributes)
    .filter(({ namespaceURI }) => namespaceURI !== 'http://www.w3.org/2000/xmlns/')
    .map(({ namespaceURI, localName, value }) => ({ namespace: namespaceURI ?? '', name: localName, value }))
    .sort((a: XmlAttribute, b: XmlAttribute) =>
      `${a.namespace} ${a.name}` < `${b.namespace} ${b.name}` ? -1 : 1,
    );
  return { namespace: node.namespaceURI ?? '', name: node.localName, attributes, children };
};

test('xmldom parses every accepted document identically', () => {
  const markup = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom('<a>', '</a>', '<b/>', '<p:b>', '</p:b>', '<c p:x="1" x=\'2\'>', '</c>'),
    },
    {
      weight: 3,
      arbitrary: fc.constantFrom('x', ' ', '\r\n', '&amp;', '&#x41;', '&#13;', '>', '"', 'é', '\u{1F600}'),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom('<![CDATA[', ']]>', '<!--', '-->', '<![CDATA[&]]>', '<!-- x -->'),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom('<d xmlns="urn:d">', '</d>', '<e xmlns:p="urn:e"/>', '<f xmlns=""/>'),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('<', '/', '=', '&', ';', '<?x?>', '<!', ' y="&#9;\n"', '</', '\u0085', '\t'),
    },
  );
  let parsedCount = 0;
  fc.assert(
    fc.property(fc.array(markup, { maxLength: 12 }), (parts) => {
      const xml = `<r xmlns:p="urn:p"><a>${parts.join('')}</a></r>`;
      let result: XmlElement;
      try {
        result = readXml(xml);
      } catch (error) {
        assert.ok(error instanceof SignInDeniedError);
        return;
      }
      parsedCount += 1;
      assert.deepEqual(result, readWithXmldom(xml));
    }),
    { numRuns: 8000 },
  );
  assert.ok(parsedCount > 200, `${parsedCount} parsed`);
});
