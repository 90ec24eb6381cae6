/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The word lists a configuration starts from. Words are lower case, one word
 * each: labels are split at capitals, digits and signs before they are looked
 * up, so "postal" finds POSTAL_CODE and postalCode. Forms written in one word
 * ("zipcode") stand for themselves.
 */
#ifndef PL_LABELS_H
#define PL_LABELS_H

/* Numbers behind these are codes: nobody pads them and nobody reads them in order. */
#define PL_CODE_LABELS                                                                                     \
	"code", "codes", "zip", "zipcode", "postal", "postalcode", "postcode", "pincode", "plz", "cep",    \
	"eircode", "우편번호", "郵便番号", "邮编", "邮政编码", "郵遞區號", "индекс",                       \
	"phone", "phonenumber", "mobile", "cell", "tel", "telephone", "fax", "msisdn", "sms", "whatsapp",  \
	"telefon", "telefono", "teléfono", "telefone", "téléphone", "celular", "móvil", "handy", "전화",   \
	"전화번호", "휴대폰", "電話", "電話番号", "电话", "手机", "телефон",                               \
	"imei", "imsi", "iccid", "isbn", "issn", "ean", "upc", "gtin", "gln", "sscc", "sku", "barcode",    \
	"iban", "bic", "swift", "routing", "account", "accountnumber", "acct", "konto", "kontonummer",     \
	"cuenta", "conta", "compte", "계좌", "계좌번호", "口座", "账号", "счет", "счёт",                   \
	"ssn", "nino", "cpf", "cnpj", "nif", "nie", "dni", "rut", "curp", "siren", "siret", "vat", "tin",  \
	"ein", "abn", "gstin", "steuernummer", "주민번호", "주민등록번호", "사업자번호", "身份证", "инн",  \
	"passport", "licence", "license", "plate", "vin", "naics", "sic", "icd", "hts", "hscode", "cusip", \
	"isin", "lei", "mcc", "mnc", "ndc", "npi", "fips", "quadkey", "wkn", "sedol", "figi", "ticker", "symbol",  \
	"cve", "cwe", "rfc", "doi", "pmid", "arxiv", "orcid", "oclc", "lccn", "cas", "snp", "loinc",       \
	"snomed", "rxnorm", "cpt", "hcpcs", "atc", "mrn", "unspsc", "nsn", "taric", "nace", "eori",        \
	"icao", "iata", "imo", "mmsi", "flight", "flightno", "train", "asn", "port"

/* Numbers behind these count, rank or measure: they are read in order. */
#define PL_ORDER_LABELS                                                                                    \
	"v", "ver", "version", "versions", "rev", "revision", "seq", "sequence", "seqno", "no", "nr",      \
	"num", "number", "line", "lineno", "row", "col", "column", "item", "page", "chapter", "section",   \
	"paragraph", "verse", "volume", "vol", "season", "episode", "ep", "part", "chunk", "frame",        \
	"step", "stage", "phase", "level", "lvl", "round", "lap", "turn", "move", "rank", "ranking",       \
	"pos", "position", "slot", "idx", "index", "ordinal", "priority", "prio", "batch", "block",        \
	"height", "offset", "nonce", "lsn", "checkpoint", "generation", "gen", "build", "migration",       \
	"tick", "score", "scores", "points", "rating", "price", "amount", "cost", "total", "balance",      \
	"age", "qty", "quantity", "count", "size", "weight", "length", "distance", "duration", "day",      \
	"week", "month", "quarter", "year", "hour", "minute", "second",                                    \
	"nummer", "zeile", "seite", "kapitel", "staffel", "folge", "teil", "schritt", "stufe", "runde",    \
	"rang", "punkte", "preis", "betrag", "menge", "alter", "woche", "monat", "jahr", "stunde",         \
	"versión", "número", "línea", "linea", "página", "pagina", "capítulo", "temporada", "episodio",    \
	"parte", "paso", "nivel", "ronda", "puntos", "precio", "importe", "cantidad", "edad", "semana",    \
	"mes", "año", "hora", "numéro", "ligne", "chapitre", "saison", "épisode", "étape", "niveau",       \
	"prix", "montant", "quantité", "jour", "semaine", "mois", "année", "heure", "linha", "preço",      \
	"quantidade", "idade", "mês", "ano", "номер", "версия", "строка", "страница", "цена",              \
	"버전", "순번", "번호", "회차", "점수", "순위", "가격", "금액", "수량", "페이지", "단계",          \
	"バージョン", "番号", "順番", "行", "ページ", "点数", "順位", "価格", "金額", "数量",              \
	"版本", "序号", "编号", "页", "章", "分数", "排名", "价格", "金额"

#endif
