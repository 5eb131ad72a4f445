/**
 * Clipboard contents in the format of several programs, and the resulting tales. Written for these tests.
 */

const WORD_HEAD = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40"><head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15"><!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]--><style><!--
 /* Style Definitions */ p.MsoNormal {mso-style-unhide:no; margin:0cm; font-size:12.0pt; font-family:"Times New Roman",serif;}
 @list l0:level1 {mso-level-number-format:bullet; mso-level-text:\\F0B7;}
--></style></head><body lang=EN-GB link="#0563C1" style='tab-interval:36.0pt;word-wrap:break-word'><!--StartFragment-->`;
const WORD_FOOT = '<!--EndFragment--></body></html>';
const word = (body: string) => WORD_HEAD + body + WORD_FOOT;

const item = (level: number, marker: string, text: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:${36 * level}.0pt;mso-add-space:auto;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`;

export const PASTED: { name: string; html: string; tale: string; pictures?: number }[] = [
  {
    name: 'Word: paragraphs, headings and emphasis',
    html: word(`<h1 style='mso-margin-top-alt:auto'>The Goose<o:p></o:p></h1>

<p class=MsoNormal><span lang=EN-US style='font-size:14.0pt;line-height:107%;
font-family:"Garamond",serif;mso-ansi-language:EN-US'>Once upon a <b style='mso-bidi-font-weight:normal'>time</b> there
was <i>a goose</i> who <span style='font-variant:small-caps'>spoke</span>.<o:p></o:p></span></p>

<p class=MsoNormal><o:p>&nbsp;</o:p></p>

<p class=MsoNormal align=center style='text-align:center'>* * *</p>

<p class=MsoNormal align=right style='text-align:right'>“Quite&nbsp;&nbsp;so,”<span style='mso-spacerun:yes'>  </span>she said to <st1:place w:st="on"><st1:City w:st="on">Paris</st1:City></st1:place>.</p>`),
    tale: '<h2>The Goose</h2>\n<p>Once upon a <b>time</b> there was <i>a goose</i> who <span class="small-caps">spoke</span>.</p>\n<hr />\n<p class="right">“Quite so,” she said to Paris.</p>',
  },
  {
    // In HTML, the unclosed smart tag declarations contain everything after them.
    name: 'Word: smart tags',
    html: word('<p class=MsoNormal>In <st1:place w:st="on">Bremen</st1:place> lived an ass.</p>').replace(
      '<style>',
      '<o:SmartTagType namespaceuri="urn:schemas-microsoft-com:office:smarttags" name="place"/><style>',
    ),
    tale: '<p>In Bremen lived an ass.</p>',
  },
  {
    name: 'Word: nested lists as paragraphs',
    html: word(
      `<p class=MsoNormal>She wanted</p>${item(1, '·', 'a crown')}${item(1, '·', '<b>gold</b>')}${item(2, 'o', 'old')}${item(2, 'o', 'new')}${item(1, '·', 'rest')}<p class=MsoNormal>and got</p>${item(1, '3.', 'nothing')}${item(1, '4.', 'less')}`,
    ),
    tale: '<p>She wanted</p>\n<ul><li>a crown</li><li><b>gold</b><ul><li>old</li><li>new</li></ul></li><li>rest</li></ul>\n<p>and got</p>\n<ol start="3"><li>nothing</li><li>less</li></ol>',
  },
  {
    name: 'Word: tracked changes and comments',
    html: word(
      `<p class=MsoNormal>The king <del cite="mailto:Ann" datetime="2026-01-05T10:00"><span class=msoDel>slept</span></del><ins cite="mailto:Ann">woke</ins><span class=MsoCommentReference><span style='font-size:8.0pt'><a style='mso-comment-reference:A_1;mso-comment-date:20260105T1000'></a><![if !supportAnnotations]><a class=msocomanchor id="_anchor_1" href="#_msocom_1" name="_msoanchor_1">[A1]</a><![endif]></span></span> at noon.</p><div style='mso-element:comment-list'><hr class=msocomoff align=left size=1 width="33%"><div style='mso-element:comment'><p class=MsoCommentText>Really?</p></div></div>`,
    ),
    tale: '<p>The king woke at noon.</p>',
  },
  {
    name: 'Word: footnotes',
    html: word(
      `<p class=MsoNormal>The goose<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span class=MsoFootnoteReference><span style='font-size:12.0pt'>[1]</span></span><![endif]></span></span></a> laid an egg<a style='mso-footnote-id:ftn2' href="#_ftn2" name="_ftnref2" title=""><span class=MsoFootnoteReference>[2]</span></a>.</p>
<div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]>
<div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1" title=""><span class=MsoFootnoteReference>[1]</span></a> Some say <i>a gander</i>.</p></div>
<div style='mso-element:footnote' id=ftn2><p class=MsoFootnoteText><a style='mso-footnote-id:ftn2' href="#_ftnref2" name="_ftn2" title=""><span class=MsoFootnoteReference>[2]</span></a> Of gold.</p></div></div>`,
    ),
    tale: '<p>The goose<sup><a id="t-fnref1" href="#t-fn1">1</a></sup> laid an egg<sup><a id="t-fnref2" href="#t-fn2">2</a></sup>.</p>\n<section id="t-footnotes"><ol><li id="t-fn1">Some say <i>a gander</i>. <a href="#t-fnref1">↑</a></li><li id="t-fn2">Of gold. <a href="#t-fnref2">↑</a></li></ol></section>',
  },
  {
    name: 'Google Docs: formatting by style attributes',
    html: `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-6f0c"><h1 dir="ltr" style="line-height:1.38;margin-top:20pt;"><span style="font-size:20pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;white-space:pre-wrap;">The Mill</span></h1><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;font-weight:400;">It </span><span style="font-size:11pt;font-weight:700;">turned</span><span style="font-size:11pt;font-style:italic;"> and turned</span><span style="font-size:11pt;">.</span></p><br /><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:disc;"><p dir="ltr" role="presentation"><span style="font-size:11pt;">flour</span></p></li><li dir="ltr"><p dir="ltr"><span>bran</span></p></li></ul></b>`,
    tale: '<h2>The Mill</h2>\n<p>It <strong>turned</strong><em> and turned</em>.</p>\n<ul><li>flour</li><li>bran</li></ul>',
  },
  {
    name: 'LibreOffice: fonts, and a footnote',
    html: `<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><title></title><style type="text/css">p { margin-bottom: 0.25cm }</style></head><body lang="en-GB" link="#000080" dir="ltr"><p style="line-height: 100%"><font face="Liberation Serif, serif"><font size="4">The <i>wolf</i><a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a> came.</font></font></p><div id="sdfootnote1"><p class="sdfootnote"><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a>A grey one.</p></div></body></html>`,
    tale: '<p>The <i>wolf</i><sup><a id="t-fnref1" href="#t-fn1">1</a></sup> came.</p>\n<section id="t-footnotes"><ol><li id="t-fn1">A grey one. <a href="#t-fnref1">↑</a></li></ol></section>',
  },
  {
    name: 'a web page: nested divs, images, scripts and links',
    html: `<html><body><!--StartFragment--><div class="entry-content"><div class="wp-block"><h2 id="part-1" class="title"><strong>Part one</strong></h2><div>Far away<br>and long ago</div><div><br></div><p class="lead" onclick="x()">there <a href="https://example.org/a?utm=1" target="_blank" rel="nofollow" class="ext">lived</a> a <a href="#part-2">king</a>.</p><img src="https://example.org/castle.jpg" alt="A castle"><figure><img src="data:image/png;base64,AAAA"><figcaption>His castle</figcaption></figure><script>alert(1)</script><aside>Read on!</aside></div><blockquote class="q" cite="x"><p>Mirror,</p></blockquote><ol start="2" class="x"><li><p>a</p></li><li>b<ul><li>c</li></ul></li></ol></div><!--EndFragment--></body></html>`,
    tale: '<h2>Part one</h2>\n<p>Far away<br />and long ago</p>\n<p>there <a href="https://example.org/a?utm=1">lived</a> a king.</p>\n<p>Read on!</p>\n<blockquote><p>Mirror,</p></blockquote>\n<ol start="2"><li>a</li><li>b<ul><li>c</li></ul></li></ol>',
    pictures: 2,
  },
  {
    name: 'the title of the tale above its text is dropped',
    html: '<!--StartFragment--><div><h1> The  frog <b>king</b></h1></div><p>Once.</p><h1>The Frog King</h1><p>Twice.</p>',
    tale: '<p>Once.</p>\n<h2>The Frog King</h2>\n<p>Twice.</p>',
  },
  {
    name: 'a web page: double line breaks become paragraphs, single ones verse',
    html: '<div>The first.<br><br>The second,<br />with two lines.<br>&nbsp;<br><br></div>',
    tale: '<p>The first.</p>\n<p>The second,<br />with two lines.</p>',
  },
  {
    name: 'inline text is inserted inline',
    html: '<meta charset="utf-8"><span style="color: rgb(0, 0, 0); font-style: italic; font-family: Georgia;">swallows</span><span style="color:red"> go</span>',
    tale: '<p><em>swallows</em> go</p>',
  },
  {
    name: 'right-to-left text, and classes of tales',
    html: '<p dir="rtl" lang="ar" class="verse wide">كان يا ما كان</p><p style="text-align:center">FIN</p>',
    tale: '<p dir="rtl" class="verse">كان يا ما كان</p>\n<p class="centre">FIN</p>',
  },
];

export const PASTED_TEXT: { name: string; text: string; blocks: string[][] }[] = [
  { name: 'one line per paragraph', text: 'One.\nTwo.\r\n', blocks: [['One.'], ['Two.']] },
  {
    name: 'hard-wrapped lines',
    text: 'Once upon a time, in a country that had not been discovered,\nthere lived a king.\n\nHe was old.',
    blocks: [['Once upon a time, in a country that had not been discovered, there lived a king.'], ['He was old.']],
  },
  {
    name: 'verse',
    text: 'Mirror, mirror\non the wall,\n \nwho is fairest\nof all?',
    blocks: [
      ['Mirror, mirror', 'on the wall,'],
      ['who is fairest', 'of all?'],
    ],
  },
];
